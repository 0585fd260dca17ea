/** Sums over any stretch of a growing list in O(log n), and corrections of single entries: a Fenwick tree that can be appended to. */
export class RunningTotals {
  // 1-based: #tree[i] is the sum of the lowbit(i) entries that end at i.
  readonly #tree: number[] = [0];

  get length(): number {
    return this.#tree.length - 1;
  }

  append(value: number): void {
    const index = this.#tree.length;
    let sum = value;
    for (let step = 1; step < lowbit(index); step <<= 1) sum += this.#at(index - step);
    this.#tree.push(sum);
  }

  /** Adds to the entry at a 0-based position. */
  correct(position: number, difference: number): void {
    for (let index = position + 1; index < this.#tree.length; index += lowbit(index)) {
      this.#tree[index] = this.#at(index) + difference;
    }
  }

  /** Sum of the entries from `begin` (included) to `end` (excluded), 0-based. */
  between(begin: number, end: number): number {
    return end <= begin ? 0 : this.#upTo(end) - this.#upTo(begin);
  }

  #upTo(end: number): number {
    let sum = 0;
    for (let index = end; index > 0; index -= lowbit(index)) sum += this.#at(index);
    return sum;
  }

  #at(index: number): number {
    const sum = this.#tree[index];
    if (sum === undefined) throw new Error(`there is no sum ${index} of ${this.#tree.length}`);
    return sum;
  }
}

const lowbit = (index: number): number => index & -index;
