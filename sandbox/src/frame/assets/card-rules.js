// The rules of a card form. The browser's frame and the sandbox's own API share this file, so it is plain
// JavaScript: a browser gets it as it is.

/** @typedef {'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unknown'} Brand */

const brands = [
  { brand: 'amex', start: /^3[47]/, lengths: [15] },
  { brand: 'diners', start: /^(30[0-5]|3095|36|38|39)/, lengths: [14] },
  { brand: 'jcb', start: /^35(2[89]|[3-8])/, lengths: [16] },
  { brand: 'discover', start: /^(6011|64[4-9]|65)/, lengths: [16] },
  { brand: 'mastercard', start: /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, lengths: [16] },
  { brand: 'visa', start: /^4/, lengths: [16, 13, 19] },
]

/** The digits of what was typed. */
export function digitsOf(text) {
  return text.replace(/\D/g, '')
}

/** The brand that a number begins like. */
export function brandOf(number) {
  return brands.find(({ start }) => start.test(number))?.brand ?? 'unknown'
}

/** The lengths that a whole number of this brand can have, the usual one first. */
function lengthsOf(number) {
  return brands.find(({ start }) => start.test(number))?.lengths ?? [16]
}

/** How many digits a number of this brand usually has: there it is whole, though a shorter one may pass too. */
export function usualLength(number) {
  return lengthsOf(number)[0]
}

/** Whether the check digit is right (Luhn). */
export function passesLuhn(number) {
  let sum = 0
  const digits = [...number].reverse().map(Number)
  for (const [index, digit] of digits.entries()) {
    const doubled = digit * 2
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/** What is wrong with a card number, or null. */
export function numberProblem(text) {
  const number = digitsOf(text)
  if (number === '') return 'Enter your card number.'
  const lengths = lengthsOf(number)
  if (!lengths.includes(number.length)) {
    const tooLong = number.length > Math.max(...lengths)
    return tooLong ? 'Your card number is invalid.' : 'Your card number is incomplete.'
  }
  return passesLuhn(number) ? null : 'Your card number is invalid.'
}

/** Reads 'MM / YY' or 'MM / YYYY'; null while it is neither. */
export function readExpiry(text) {
  const digits = digitsOf(text)
  if (digits.length !== 4 && digits.length !== 6) return null
  const year = Number(digits.slice(2))
  return { month: Number(digits.slice(0, 2)), year: year < 100 ? 2000 + year : year }
}

/** What is wrong with an expiry date as of `today`, or null. */
export function expiryProblem(text, today) {
  if (digitsOf(text) === '') return 'Enter the expiry date.'
  const expiry = readExpiry(text)
  if (!expiry) return "Your card's expiry date is incomplete."
  if (expiry.month < 1 || expiry.month > 12) return "Your card's expiry month is invalid."
  const thisYear = today.getFullYear()
  if (expiry.year < thisYear || (expiry.year === thisYear && expiry.month < today.getMonth() + 1)) {
    return "Your card's expiry date is in the past."
  }
  return expiry.year > thisYear + 50 ? "Your card's expiry year is invalid." : null
}

/** What is wrong with a security code for a card of this brand, or null. */
export function cvcProblem(text, brand) {
  const digits = digitsOf(text)
  if (digits === '') return 'Enter the security code.'
  const whole = brand === 'amex' ? [3, 4] : [3]
  return whole.includes(digits.length) ? null : "Your card's security code is incomplete."
}

/** What is wrong with the name, or null. */
export function nameProblem(text) {
  if (text.trim() === '') return 'Enter the name on the card.'
  return /^[\p{L}\p{M} ]+$/u.test(text.trim()) ? null : 'Please enter a valid Name'
}

/** A number in the groups printed on the card. */
export function groupNumber(text) {
  const number = digitsOf(text).slice(0, 19)
  const groups = brandOf(number) === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : /(\d{1,4})/g
  return (number.match(groups)?.slice(brandOf(number) === 'amex' ? 1 : 0) ?? []).filter(Boolean).join(' ')
}

/** 'MM / YY' of what was typed so far; a first digit above 1 gets its zero. */
export function groupExpiry(text) {
  let digits = digitsOf(text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  digits = digits.slice(0, 4)
  return digits.length < 3 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`
}
