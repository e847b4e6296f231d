/** A package as sold: whole tokens, prices in cents, the picture below `server/demo/`. */
export type DemoPackage = {
  readonly name: string
  readonly tokens: number
  readonly priceCents: number
  /** The lower price of an automatic purchase, or null where the package can't be bought automatically. */
  readonly autoRenewPriceCents: number | null
  readonly imageFile: string
}

/**
 * Each tenant's five packages, smallest first. From one reading up the tokens are whole readings of seven, and
 * each step costs less for a token than the one before.
 */
export const PACKAGES = {
  aurora: [
    {
      name: 'Single Token',
      tokens: 1,
      priceCents: 100,
      autoRenewPriceCents: null,
      imageFile: 'images/aurora/package-1.png',
    },
    {
      name: 'Single Reading',
      tokens: 7,
      priceCents: 665,
      autoRenewPriceCents: null,
      imageFile: 'images/aurora/package-2.png',
    },
    {
      name: 'Four Weeks',
      tokens: 28,
      priceCents: 2520,
      autoRenewPriceCents: 2240,
      imageFile: 'images/aurora/package-3.png',
    },
    {
      name: 'Season',
      tokens: 91,
      priceCents: 7280,
      autoRenewPriceCents: 6552,
      imageFile: 'images/aurora/package-4.png',
    },
    {
      name: 'Full Year',
      tokens: 364,
      priceCents: 23296,
      autoRenewPriceCents: 21840,
      imageFile: 'images/aurora/package-5.png',
    },
  ],
  northstar: [
    {
      name: 'One Token',
      tokens: 1,
      priceCents: 100,
      autoRenewPriceCents: null,
      imageFile: 'images/northstar/package-1.png',
    },
    {
      name: 'Two Weeks',
      tokens: 14,
      priceCents: 1330,
      autoRenewPriceCents: 1260,
      imageFile: 'images/northstar/package-2.png',
    },
    {
      name: 'Five Weeks',
      tokens: 35,
      priceCents: 3080,
      autoRenewPriceCents: 2800,
      imageFile: 'images/northstar/package-3.png',
    },
    {
      name: 'Quarter Year',
      tokens: 91,
      priceCents: 7280,
      autoRenewPriceCents: 6734,
      imageFile: 'images/northstar/package-4.png',
    },
    {
      name: 'Half Year',
      tokens: 182,
      priceCents: 12740,
      autoRenewPriceCents: 11830,
      imageFile: 'images/northstar/package-5.png',
    },
  ],
} as const satisfies Readonly<Record<string, readonly DemoPackage[]>>
