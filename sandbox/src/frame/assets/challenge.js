// Tells the page that opened the bank's question how it ended.
const { parentOrigin } = document.body.dataset
const listener = window.parent !== window ? window.parent : window.opener

const tell = (message) => listener.postMessage({ source: 'sandbox-challenge', ...message }, parentOrigin)

function tellOf({ result }) {
  const height = Math.ceil(document.querySelector('main').getBoundingClientRect().height)
  tell({ type: 'height', height })
  if (result) tell({ type: 'challenge', result })
}

// An answer that were another page would stand in the history of the shop, whose Back would then lead to nothing.
async function send(form, decision) {
  const body = new URLSearchParams(new FormData(form))
  body.set('decision', decision)
  const answered = await fetch(form.action, { method: 'POST', body })
  const page = new DOMParser().parseFromString(await answered.text(), 'text/html')
  document.title = page.title
  document.querySelector('main').replaceChildren(...page.querySelector('main').childNodes)
  tellOf(page.body.dataset)
}

if (listener && parentOrigin) {
  tellOf(document.body.dataset)
  document.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(event.currentTarget, event.submitter.value)
  })
  // Who puts the question away has not confirmed it: the provider's own library says so to the provider.
  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== parentOrigin || source !== listener || data?.type !== 'close') return
    const form = document.querySelector('form')
    if (form) void send(form, 'cancel')
  })
}
