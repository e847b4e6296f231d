/** One scheme's colours that stand in for gold, each `#rrggbb`, as the server derives them from the tenant's accent. */
export interface AccentScheme {
  gold: string
  onGold: string
  goldInk: string
  goldLine: string
  goldWash: string
  nightGold: string
  onNightGold: string
}

export interface TenantAccent {
  light: AccentScheme
  dark: AccentScheme
}

const PROPERTIES: Record<keyof AccentScheme, string> = {
  gold: '--gold',
  onGold: '--on-gold',
  goldInk: '--gold-ink',
  goldLine: '--gold-line',
  goldWash: '--gold-wash',
  nightGold: '--night-gold',
  onNightGold: '--on-night-gold',
}

const HEX = /^#[0-9a-f]{6}$/i

/**
 * The accent as custom properties, each `[name, value]`, ready for an element or a style sheet. One that is
 * not a hex colour in both schemes is left out and stays gold, so that nothing else can enter a style through it.
 */
export function accentProperties(accent: TenantAccent): [name: string, value: string][] {
  return (Object.keys(PROPERTIES) as (keyof AccentScheme)[]).flatMap((token): [string, string][] => {
    const [light, dark] = [accent.light[token], accent.dark[token]]
    return HEX.test(light) && HEX.test(dark) ? [[PROPERTIES[token], `light-dark(${light}, ${dark})`]] : []
  })
}

/** Puts the tenant's accent in the place of gold on the page, or takes it away again with null. */
export function applyTenantAccent(accent: TenantAccent | null): void {
  const { style } = document.documentElement
  for (const name of Object.values(PROPERTIES)) style.removeProperty(name)
  for (const [name, value] of accent ? accentProperties(accent) : []) style.setProperty(name, value)
}
