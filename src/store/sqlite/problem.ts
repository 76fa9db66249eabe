/** What is wrong with a ledger and where: `entry 17`, `orders row 4`, `positions row acc_1 sa_1 1001`. */
export interface Problem {
  readonly where: string;
  readonly what: string;
}
