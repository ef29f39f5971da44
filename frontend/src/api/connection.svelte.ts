/** Is there a server? Those who show the page want to say so. */
export const connection = $state({ lost: false });
