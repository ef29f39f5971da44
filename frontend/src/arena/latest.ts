/** Of answers that are on their way, the one that was asked for last is wanted: others may come later. */
export class Latest {
  #asked = 0;

  /** null: something else was asked for meanwhile. */
  async of<T>(answer: Promise<T>): Promise<{ readonly told: T } | null> {
    this.drop();
    const mine = this.#asked;
    const told = await answer;
    return mine === this.#asked ? { told } : null;
  }

  /** None is wanted. */
  drop(): void {
    this.#asked += 1;
  }
}
