import { type Accent, accentColorNames, hexColor } from '@almanac/contract/accent'
import { propertyOf } from '@almanac/contract/palette'

/**
 * The accent as custom properties, each `[name, value]`, ready for an element or a style sheet. One that is
 * not a hex colour in both schemes is left out and stays gold, so that nothing else can enter a style through it.
 */
export function accentProperties(accent: Accent): [name: string, value: string][] {
  return accentColorNames.flatMap((name): [string, string][] => {
    const [light, dark] = [accent.light[name], accent.dark[name]]
    return hexColor.test(light) && hexColor.test(dark)
      ? [[propertyOf(name), `light-dark(${light}, ${dark})`]]
      : []
  })
}

/** Puts the tenant's accent in the place of gold on the page, or takes it away again with null. */
export function applyTenantAccent(accent: Accent | null): void {
  const { style } = document.documentElement
  for (const name of accentColorNames) style.removeProperty(propertyOf(name))
  for (const [name, value] of accent ? accentProperties(accent) : []) style.setProperty(name, value)
}
