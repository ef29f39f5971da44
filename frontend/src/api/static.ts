/** Is this a copy without a server? Then all that is shown lies in files beside the page. */
export const STATIC: boolean = document.querySelector('meta[name="tablero-static"]') !== null;
