/** Bits one behind the other, the highest first, as streams of pictures and sound are written. */

export class BitWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  #held = 0;
  #free = 8;

  /** The lowest `count` bits of a number, at most 32. */
  bits(value: number, count: number): this {
    for (let left = count; left > 0;) {
      const taken = Math.min(left, this.#free);
      left -= taken;
      this.#free -= taken;
      this.#held |= ((value >>> left) & ((1 << taken) - 1)) << this.#free;
      if (this.#free === 0) this.#push();
    }
    return this;
  }

  /** A whole number from 0 on, the shorter the smaller it is: `ue(v)` of H.264. */
  unsigned(value: number): this {
    const length = 32 - Math.clz32(value + 1);
    return this.bits(0, length - 1).bits(value + 1, length);
  }

  /** A whole number of either sign: `se(v)` of H.264. */
  signed(value: number): this {
    return this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /** So many zeros, then a one. */
  unary(zeros: number): this {
    let left = zeros;
    for (; left >= 24; left -= 24) this.bits(0, 24);
    return this.bits(1, left + 1);
  }

  /** Zeros up to the next whole byte. */
  align(): this {
    return this.#free === 8 ? this : this.bits(0, this.#free);
  }

  bytes(values: Uint8Array): this {
    for (const value of values) this.bits(value, 8);
    return this;
  }

  /** What was written so far, in whole bytes. */
  take(): Uint8Array {
    this.align();
    return this.#bytes.subarray(0, this.#length);
  }

  #push(): void {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = this.#held;
    this.#held = 0;
    this.#free = 8;
  }
}
