export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unknown'
export function digitsOf(text: string): string
export function brandOf(number: string): Brand
export function usualLength(number: string): number
export function passesLuhn(number: string): boolean
export function numberProblem(text: string): string | null
export function readExpiry(text: string): { month: number; year: number } | null
export function expiryProblem(text: string, today: Date): string | null
export function cvcProblem(text: string, brand: Brand): string | null
export function nameProblem(text: string): string | null
export function groupNumber(text: string): string
export function groupExpiry(text: string): string
