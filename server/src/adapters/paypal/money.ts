/** Cents as PayPal writes an amount. */
export function moneyOf(cents: number): { currencyCode: string; value: string } {
  const digits = String(cents).padStart(3, '0')
  return { currencyCode: 'USD', value: `${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

/** The cents of an amount, whatever its sign. @throws Error for one that has parts of cents or is no number. */
export function centsOf({ value }: { value: string }): number {
  const [, whole, fraction = ''] = /^-?(\d*)(?:\.(\d{1,2})0*)?$/.exec(value) ?? []
  if (whole === undefined || whole + fraction === '')
    throw new Error(`PayPal answers an amount that is none: ${value}`)
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
}
