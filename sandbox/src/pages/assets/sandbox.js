// Small comforts of the sandbox's pages; every page works without them.

/** Times in the reader's own zone. */
function localiseTimes() {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
  for (const time of document.querySelectorAll('time[datetime]')) {
    time.textContent = format.format(new Date(time.dateTime))
  }
}

/** An e-mail's frame grows to its content. */
function fitLetters() {
  for (const frame of document.querySelectorAll('iframe[data-fit]')) {
    const grow = () => {
      const content = frame.contentDocument?.documentElement
      if (!content) return
      const height = Math.ceil(content.getBoundingClientRect().height) + 2
      frame.style.height = `${Math.min(Math.max(height, 80), 4000)}px`
    }
    frame.addEventListener('load', grow)
    grow()
  }
}

/** Loads the page again and puts its new content in place, unless someone is typing. */
async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } })
  if (!response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const selector of ['.mails', '.empty', '.talk', '.faults-on', '.tbl']) {
    const old = document.querySelector(`main ${selector}`)
    const fresh = page.querySelector(`main ${selector}`)
    if (old && fresh) old.replaceWith(fresh)
    else if (Boolean(old) !== Boolean(fresh) && !isTyping()) {
      location.reload()
      return
    }
  }
  localiseTimes()
  const status = document.querySelector('main [role="status"][data-count]')
  if (status) status.textContent = 'A new message has arrived.'
}

function isTyping() {
  return document.activeElement?.matches('input, select, textarea') ?? false
}

function listen() {
  if (!document.querySelector('main[data-live]')) return
  let due = 0
  new EventSource('/sandbox/stream').addEventListener('message', () => {
    clearTimeout(due)
    due = setTimeout(() => refresh().catch(() => {}), 150)
  })
}

localiseTimes()
fitLetters()
listen()
