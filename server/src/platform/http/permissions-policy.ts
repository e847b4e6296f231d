/** What browsers could do for a page and ours never asks for, frames in it included. */
const unused = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'picture-in-picture',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'sync-xhr',
  'usb',
  'xr-spatial-tracking',
]

/**
 * The `Permissions-Policy` of every answer. The player starts by itself once a reading is charged; the card provider's
 * frames, on https, may show what a bank asks for: its own payment window, a passkey.
 */
export function permissionsPolicy(frameOrigins: readonly string[]): string {
  const frames = frameOrigins.filter((origin) => origin.startsWith('https:')).map((origin) => `"${origin}"`)
  return [
    ...unused.map((feature) => `${feature}=()`),
    'autoplay=(self)',
    `payment=(${frames.join(' ')})`,
    `publickey-credentials-get=(${frames.join(' ')})`,
  ].join(', ')
}
