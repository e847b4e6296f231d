import type { IForbiddenRuleType } from 'dependency-cruiser'

/** The server's features from the ground up. One enters another only downward, or sideways without a circle. */
export const layers = [
  { name: 'the ground', features: ['tenants', 'identity', 'ledger', 'media', 'messages'] },
  { name: 'what is sold', features: ['categories', 'audio', 'texts', 'packages'] },
  { name: 'what happens', features: ['payments', 'subscriptions', 'support'] },
  { name: 'what follows of it', features: ['auto-purchase', 'refunds', 'delivery', 'rehearsal'] },
  {
    name: 'on top',
    features: [
      'consumers',
      'profile',
      'storefront',
      'reports',
      'audit',
      'calendar',
      'tenant-admin',
      'operations',
    ],
  },
]

/** Code that only tests run: it may look anywhere, and nothing else may look at it. */
const testCode = '\\.test\\.tsx?$|\\.contract\\.tsx?$|^server/test/|^e2e/'
/** What of the contract knows no API: words, numbers and colours that every part of the product shares. */
const plainContract = '^contract/src/(accent|card-brands|duration|file-refusals|limits|palette)\\.ts$'
const anyFeature = '^server/src/features/'

/** What may not import what. The name of a rule says what holds. */
export const rules: IForbiddenRuleType[] = [
  {
    name: 'every-import-resolves',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-file-imports-itself-by-a-detour',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'tests-are-imported-by-tests-alone',
    severity: 'error',
    from: { pathNot: `${testCode}|^(tools|bench)/` },
    to: { path: testCode },
  },
  {
    name: 'contract-knows-zod-and-nothing-else',
    severity: 'error',
    from: { path: '^contract/', pathNot: testCode },
    to: { pathNot: '^contract/|(^|/)node_modules/zod/' },
  },
  {
    name: 'web-knows-the-contract-and-nothing-of-the-rest',
    severity: 'error',
    from: { path: '^web/src/' },
    to: { path: '^(server|sandbox|tools|bench|e2e)/' },
  },
  {
    name: 'server-knows-the-contract-and-nothing-of-the-rest',
    severity: 'error',
    from: { path: '^server/src/', pathNot: testCode },
    to: { path: '^(web|sandbox|tools|bench|e2e)/' },
  },
  {
    name: 'sandbox-stands-alone',
    severity: 'error',
    from: { path: '^sandbox/', pathNot: testCode },
    to: { path: '^(contract|server|web|tools|bench|e2e)/' },
  },
  ...serverRules(),
  ...webRules(),
]

function serverRules(): IForbiddenRuleType[] {
  const composition = '^server/src/([^/]+\\.ts$|start/|backup/)'
  return [
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: testCode },
      to: { path: `^server/src/(features|adapters)/|${composition}` },
    },
    {
      name: 'features-know-neither-adapters-nor-the-app',
      severity: 'error',
      from: { path: anyFeature, pathNot: testCode },
      to: { path: `^server/src/adapters/|${composition}` },
    },
    {
      name: 'a-feature-is-entered-by-its-door',
      severity: 'error',
      from: { path: `${anyFeature}([^/]+)/`, pathNot: testCode },
      to: { path: anyFeature, pathNot: `${anyFeature}($1/|[^/]+/index\\.ts$)` },
    },
    {
      name: 'the-app-enters-features-by-their-doors',
      severity: 'error',
      from: { path: composition },
      to: { path: anyFeature, pathNot: `${anyFeature}[^/]+/(index|ports|jobs)\\.ts$` },
    },
    ...layers.slice(0, -1).map((layer, index) => ({
      name: `features-look-down-from-${layer.name.replaceAll(' ', '-')}`,
      severity: 'error' as const,
      from: { path: `${anyFeature}(${layer.features.join('|')})/`, pathNot: testCode },
      to: { path: `${anyFeature}(${featuresAbove(index).join('|')})/` },
    })),
    {
      name: 'adapters-know-ports-and-platform',
      severity: 'error',
      from: { path: '^server/src/adapters/', pathNot: testCode },
      to: { path: `${anyFeature}|${composition}`, pathNot: `${anyFeature}[^/]+/ports\\.ts$` },
    },
    {
      name: 'an-adapter-knows-no-other',
      severity: 'error',
      from: { path: '^server/src/adapters/([^/]+)/', pathNot: testCode },
      to: { path: '^server/src/adapters/', pathNot: '^server/src/adapters/$1/' },
    },
    {
      name: 'adapters-are-chosen-in-deps',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `${testCode}|^server/src/(deps\\.ts$|deps/|adapters/)` },
      to: { path: '^server/src/adapters/' },
    },
    {
      name: 'nothing-imports-main',
      severity: 'error',
      from: {},
      to: { path: '^(server|sandbox)/src/main\\.ts$' },
    },
  ]
}

function featuresAbove(layer: number): string[] {
  return layers.slice(layer + 1).flatMap((above) => above.features)
}

function webRules(): IForbiddenRuleType[] {
  return [
    {
      name: 'no-web-feature-imports-another',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-features-do-not-know-who-composes-them',
      severity: 'error',
      from: { path: '^web/src/features/', pathNot: testCode },
      to: { path: '^web/src/(shells/|routes\\.tsx$|main\\.tsx$)' },
    },
    {
      name: 'ui-knows-neither-router-nor-api-nor-features',
      severity: 'error',
      from: { path: '^web/src/(ui|theme)/', pathNot: testCode },
      to: {
        path: '^web/src/(api|features|shells|landing|routes|main)(/|\\.)|(^|/)node_modules/(react-router|@tanstack/react-query)/|^contract/',
        pathNot: plainContract,
      },
    },
    {
      name: 'api-knows-no-screen',
      severity: 'error',
      from: { path: '^web/src/api/', pathNot: testCode },
      to: { path: '^web/src/(features|shells|landing|routes|main)(/|\\.)' },
    },
  ]
}
