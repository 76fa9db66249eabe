/** Randomness, seeded in the simulation. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** `length` bytes as lower-case hex. */
  hex(length: number): string;
}
