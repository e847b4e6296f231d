// Runs before the first paint: a chosen colour scheme is shown from the start, without a flash of the other one.
// src/theme/color-scheme.ts keeps the choice.
try {
  const chosen = localStorage.getItem('almanac-color-scheme')
  if (chosen === 'light' || chosen === 'dark') {
    document.documentElement.setAttribute('data-color-scheme', chosen)
  }
} catch {
  // Storage is closed: the page follows the device.
}
// A link to registration is not shown the login's frame first (tools/login-document.ts).
if (location.hash === '#register') document.documentElement.setAttribute('data-registers', '')
