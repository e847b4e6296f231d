// One field of the stand-in for Stripe.js, in a frame of js.stripe.com.
const query = new URLSearchParams(location.search)
const [field, group, parentOrigin] = ['field', 'group', 'parent'].map((name) => query.get(name))
const LABELS = { cardNumber: 'Credit or debit card number', cardExpiry: 'Expiration date', cardCvc: 'CVC' }
const WHOLE = { cardNumber: /^\d{15,16}$/, cardExpiry: /^(0[1-9]|1[0-2])\d\d$/, cardCvc: /^\d{3,4}$/ }
const INCOMPLETE = {
  cardNumber: 'Your card number is incomplete.',
  cardExpiry: "Your card's expiration date is incomplete.",
  cardCvc: "Your card's security code is incomplete.",
}

const input = document.createElement('input')
input.setAttribute('aria-label', LABELS[field])
input.inputMode = 'numeric'
input.dataset.field = field
document.body.append(input)

const tell = (message) => parent.postMessage(message, parentOrigin)
const digits = () => input.value.replace(/\D/g, '')
function tellChange(hasLeft) {
  const complete = WHOLE[field].test(digits())
  const isOpen = hasLeft && !complete && digits() !== ''
  const error = isOpen ? { type: 'validation_error', message: INCOMPLETE[field] } : undefined
  tell({ type: 'change', complete, empty: digits() === '', error })
}
input.addEventListener('input', () => tellChange(false))
input.addEventListener('focus', () => tell({ type: 'focus' }))
input.addEventListener('blur', () => {
  tell({ type: 'blur' })
  tellChange(true)
})

/** What a field of the same form holds; only frames of this origin can read it. */
function neighbour(name) {
  return parent[`${group}-${name}`].document.querySelector('input').value.replace(/\D/g, '')
}

async function createPaymentMethod({ key, name }) {
  const expiry = neighbour('cardExpiry')
  const body = new URLSearchParams({
    type: 'card',
    'card[number]': digits(),
    'card[exp_month]': String(Number(expiry.slice(0, 2))),
    'card[exp_year]': `20${expiry.slice(2)}`,
    'card[cvc]': neighbour('cardCvc'),
    'billing_details[name]': name,
  })
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch('https://api.stripe.com/v1/payment_methods', { method: 'POST', headers, body })
  const made = await answer.json()
  return answer.ok ? { paymentMethod: made } : { error: made.error }
}

window.addEventListener('message', async ({ origin, data }) => {
  if (origin !== parentOrigin) return
  if (data.type === 'update') input.disabled = data.disabled
  if (data.type === 'focus') input.focus()
  if (data.type === 'create') tell({ type: 'answer', id: data.id, answer: await createPaymentMethod(data) })
})
tell({ type: 'ready' })
