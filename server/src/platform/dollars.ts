/** Cents as the wire's dollars: a whole number of cents divided by 100 prints with two decimals at most. */
export function toDollars(cents: number): number {
  return cents / 100
}
