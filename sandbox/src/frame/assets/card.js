// The card fields' own script. It speaks with the page around it by messages and sends the card to the
// provider's API itself; the page around never sees a number.
import {
  brandOf,
  cvcProblem,
  digitsOf,
  expiryProblem,
  groupExpiry,
  groupNumber,
  nameProblem,
  numberProblem,
  readExpiry,
  usualLength,
} from './card-rules.js'

const { parentOrigin, key } = document.body.dataset
const form = document.getElementById('card')
const fields = ['number', 'expiry', 'cvc', 'name'].map((id) => document.getElementById(id))
const [number, expiry, cvc, name] = fields
const brandNames = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
}
const safeName = /^[a-z][a-z0-9-]{0,30}$/
const safeValue = /^[#\w\s.,%()'"/-]{1,120}$/

/** Fields whose error is shown: those left once, and all of them after a try to send. */
const visited = new Set()
/** What the issuer or the API said of a field, until it is changed. */
const refusals = new Map()
let sending = false
let lastHeight = 0

function tell(message) {
  if (window.parent !== window)
    window.parent.postMessage({ source: 'sandbox-card', ...message }, parentOrigin)
}

function problemOf(field) {
  if (refusals.has(field)) return refusals.get(field)
  if (field === number) return numberProblem(number.value)
  if (field === expiry) return expiryProblem(expiry.value, new Date())
  if (field === cvc) return cvcProblem(cvc.value, brandOf(digitsOf(number.value)))
  return nameProblem(name.value)
}

function firstProblem(among = fields) {
  return among.map(problemOf).find((problem) => problem !== null) ?? null
}

function show() {
  for (const field of fields) {
    const problem = visited.has(field) ? problemOf(field) : null
    const line = document.getElementById(`${field.id}-error`)
    line.hidden = problem === null
    line.textContent = problem ?? ''
    field.setAttribute('aria-invalid', String(problem !== null))
  }
  const brand = brandOf(digitsOf(number.value))
  document.getElementById('brand').textContent = brandNames[brand] ?? ''
  tell({
    type: 'change',
    complete: firstProblem() === null,
    empty: fields.every((field) => field.value === ''),
    error: firstProblem(fields.filter((field) => visited.has(field))),
    brand,
  })
  tellHeight()
}

function tellHeight() {
  const height = Math.ceil(form.getBoundingClientRect().height)
  if (height === lastHeight) return
  lastHeight = height
  tell({ type: 'height', height })
}

function showWhole(message) {
  const line = document.getElementById('form-error')
  line.hidden = message === ''
  line.textContent = message
}

/** Puts digits into their groups and keeps the caret behind the digit it stood behind. */
function regroup(field, group) {
  const digitsBefore = digitsOf(field.value.slice(0, field.selectionStart ?? 0)).length
  const grouped = group(field.value)
  if (grouped === field.value) return
  field.value = grouped
  let place = 0
  for (let seen = 0; seen < digitsBefore && place < grouped.length; place += 1) {
    if (/\d/.test(grouped[place])) seen += 1
  }
  const atEnd = digitsOf(grouped.slice(place)) === ''
  field.setSelectionRange(atEnd ? grouped.length : place, atEnd ? grouped.length : place)
}

function onInput(event) {
  const field = event.target
  refusals.delete(field)
  showWhole('')
  const erasing = event.inputType?.startsWith('delete')
  if (field === number) regroup(number, groupNumber)
  if (field === expiry && !erasing) regroup(expiry, groupExpiry)
  if (field === cvc) cvc.value = digitsOf(cvc.value).slice(0, 4)
  show()
  moveOn(field, erasing)
}

function isWholeNumber() {
  const digits = digitsOf(number.value)
  return digits.length === usualLength(digits) && numberProblem(digits) === null
}

/** A whole number or date leads to the next field, as on the real form. */
function moveOn(field, erasing) {
  if (erasing || document.activeElement !== field) return
  const atEnd = field.selectionStart === field.value.length
  if (field === number && atEnd && isWholeNumber()) expiry.focus()
  if (field === expiry && atEnd && expiryProblem(expiry.value, new Date()) === null) cvc.focus()
}

function setDisabled(disabled) {
  for (const field of fields) field.disabled = disabled
  form.setAttribute('aria-busy', String(sending))
}

function body() {
  const { month, year } = readExpiry(expiry.value)
  return new URLSearchParams({
    type: 'card',
    'card[number]': digitsOf(number.value),
    'card[exp_month]': String(month),
    'card[exp_year]': String(year),
    'card[cvc]': digitsOf(cvc.value),
    'billing_details[name]': name.value.trim(),
  })
}

async function create(requestId) {
  if (sending) return
  for (const field of fields) visited.add(field)
  show()
  const problem = firstProblem()
  if (problem !== null) {
    fields.find((field) => problemOf(field) !== null).focus()
    tell({ type: 'error', requestId, code: 'incomplete', message: problem })
    return
  }
  sending = true
  const sent = body()
  setDisabled(true)
  showWhole('')
  try {
    const response = await fetch('/v1/payment_methods', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: sent,
    })
    settle(requestId, response.ok, await response.json())
  } catch {
    const message = 'The card could not be checked. Check your connection and try again.'
    showWhole(message)
    tell({ type: 'error', requestId, code: 'connection', message })
  } finally {
    sending = false
    setDisabled(false)
    tellHeight()
  }
}

function settle(requestId, ok, answer) {
  if (ok) {
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = answer.card
    tell({
      type: 'created',
      requestId,
      paymentMethodId: answer.id,
      card: { brand, last4, expMonth, expYear },
    })
    return
  }
  const { code, message, param } = answer.error
  const field = { number, exp_month: expiry, exp_year: expiry, cvc }[param]
  if (field) {
    refusals.set(field, message)
    show()
  } else {
    showWhole(message)
  }
  tell({ type: 'error', requestId, code, message })
}

/** Takes on the colours and sizes of the page around; only plain values, so that nothing is loaded by one. */
function wear({ scheme, tokens }) {
  const root = document.documentElement
  if (scheme === 'light' || scheme === 'dark') root.dataset.scheme = scheme
  for (const [token, value] of Object.entries(tokens ?? {})) {
    if (safeName.test(token) && safeValue.test(String(value)) && !/url\s*\(/i.test(String(value))) {
      root.style.setProperty(`--${token}`, String(value))
    }
  }
  tellHeight()
}

const orders = {
  theme: wear,
  create: ({ requestId }) => create(requestId),
  focus: () => (fields.find((field) => problemOf(field) !== null) ?? number).focus(),
  disable: ({ disabled }) => setDisabled(disabled === true || sending),
  clear: () => {
    for (const field of fields) field.value = ''
    visited.clear()
    refusals.clear()
    showWhole('')
    show()
  },
}

window.addEventListener('message', (event) => {
  if (event.origin !== parentOrigin || event.source !== window.parent) return
  const order = Object.hasOwn(orders, event.data?.type) ? orders[event.data.type] : null
  order?.(event.data)
})
form.addEventListener('input', onInput)
form.addEventListener('focusout', (event) => {
  if (event.target.value !== '') visited.add(event.target)
  show()
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  tell({ type: 'submit' })
})
new ResizeObserver(tellHeight).observe(form)
tell({ type: 'ready' })
show()
