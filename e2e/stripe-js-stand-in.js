// Stands for Stripe.js in the browser tests, as far as the product uses it: fields in frames of js.stripe.com, frames and
// scripts on its varying subdomains, calls of api.stripe.com with the publishable key, and the bank's question in a frame
// of hooks.stripe.com. Whatever the page's policy does not allow fails here as it does with the real library.
const HOST = 'https://js.stripe.com'
const SUBDOMAIN = 'https://r7k2.js.stripe.com'
const API = 'https://api.stripe.com'
const HOOKS = 'https://hooks.stripe.com'
const TITLES = {
  cardNumber: 'Secure card number input frame',
  cardExpiry: 'Secure expiration date input frame',
  cardCvc: 'Secure CVC input frame',
}
let groups = 0

function addFrame(parent, { src, title, name = '' }) {
  const frame = document.createElement('iframe')
  Object.assign(frame, { src, title, name })
  frame.style.cssText = 'border:0;width:100%;height:1.2em;display:block'
  parent.append(frame)
  return frame
}

/** One field: a frame that is heard and told by messages alone. */
function makeElement(group, type, options) {
  const handlers = {}
  const asked = new Map()
  let frame = null
  let current = { disabled: false, ...options }
  const tell = (message) => frame?.contentWindow?.postMessage(message, HOST)
  function hear({ origin, source, data }) {
    if (origin !== HOST || source !== frame?.contentWindow) return
    if (data.type === 'ready') tell({ type: 'update', disabled: current.disabled === true })
    const place = frame.parentElement
    if (data.type === 'focus') place.classList.add('StripeElement--focus')
    if (data.type === 'blur') place.classList.remove('StripeElement--focus')
    if (data.type === 'change') place.classList.toggle('StripeElement--invalid', Boolean(data.error))
    if (data.type === 'answer') asked.get(data.id)?.(data.answer)
    for (const handler of handlers[data.type] ?? []) handler({ elementType: type, ...data })
  }
  return {
    group,
    type,
    on(event, handler) {
      handlers[event] = [...(handlers[event] ?? []), handler]
      return this
    },
    mount(place) {
      const query = new URLSearchParams({ field: type, group, parent: location.origin })
      const src = `${HOST}/endive/elements-inner.html?${query}`
      window.addEventListener('message', hear)
      place.classList.add('StripeElement')
      frame = addFrame(place, { src, title: TITLES[type], name: `${group}-${type}` })
    },
    update(changed) {
      current = { ...current, ...changed }
      tell({ type: 'update', disabled: current.disabled === true })
    },
    focus: () => tell({ type: 'focus' }),
    destroy() {
      window.removeEventListener('message', hear)
      frame?.remove()
      frame = null
    },
    /** The number's frame reads its neighbours and calls the API: the page around learns the id alone. */
    ask: (question) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID()
        asked.set(id, resolve)
        tell({ ...question, id })
      }),
  }
}

async function readIntent(key, clientSecret) {
  const id = clientSecret.split('_secret_')[0]
  const kind = id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
  const query = new URLSearchParams({ client_secret: clientSecret })
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${API}/v1/${kind}/${id}?${query}`, { headers })
  const intent = await answer.json()
  if (!answer.ok) throw new Error(intent.error.message)
  return intent
}

/** Shows the bank's own page until it was answered. Who closes the window has refused: the intent needs another method then. */
function askBank(address) {
  const { promise, resolve } = Promise.withResolvers()
  const box = document.createElement('div')
  box.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:white'
  document.body.append(box)
  const url = new URL(address)
  url.searchParams.set('parentOrigin', location.origin)
  const frame = addFrame(box, { src: url.href, title: 'Bank authentication' })
  frame.style.height = '100%'
  const close = document.createElement('button')
  Object.assign(close, { type: 'button', textContent: 'Close' })
  close.style.cssText = 'position:absolute;top:0;right:0'
  close.onclick = () => frame.contentWindow.postMessage({ type: 'close' }, HOOKS)
  box.append(close)
  window.addEventListener('message', function hear({ origin, source, data }) {
    if (origin !== HOOKS || source !== frame.contentWindow || data.type !== 'challenge') return
    window.removeEventListener('message', hear)
    box.remove()
    resolve()
  })
  return promise
}

function Stripe(key) {
  if (!/^pk_test_/.test(key))
    throw new Error(`Stripe.js stand-in: ${String(key)} is no publishable test key.`)
  addFrame(document.body, { src: `${SUBDOMAIN}/endive/controller.html`, title: '' }).hidden = true
  const chunk = document.createElement('script')
  chunk.src = `${SUBDOMAIN}/endive/chunk.js`
  document.head.append(chunk)
  return {
    _registerWrapper() {},
    elements() {
      groups += 1
      const group = `stripe-${groups}`
      return { create: (type, options) => makeElement(group, type, options) }
    },
    createPaymentMethod: ({ card, billing_details: { name } }) => card.ask({ type: 'create', key, name }),
    async handleNextAction({ clientSecret }) {
      const { next_action: action } = await readIntent(key, clientSecret)
      if (action?.type === 'use_stripe_sdk') await askBank(action.use_stripe_sdk.stripe_js)
      const intent = await readIntent(key, clientSecret)
      const failure = intent.last_payment_error ?? intent.last_setup_error
      return failure ? { error: failure } : { intent }
    },
  }
}
Stripe.version = 'endive'
window.Stripe = Stripe
