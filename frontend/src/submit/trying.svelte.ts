/** Things that are tried: they may take a while, and may be refused. */
export class Trying {
  busy = $state(false);
  /** Why the last one was refused; empty: it was not. */
  problem = $state("");

  /** Do it; what it rejects with is told, and given to `refused`. */
  protected async attempt(act: () => Promise<unknown>, refused?: (error: unknown) => Promise<void>): Promise<void> {
    [this.problem, this.busy] = ["", true];
    try {
      await act();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      await refused?.(error);
    } finally {
      this.busy = false;
    }
  }
}
