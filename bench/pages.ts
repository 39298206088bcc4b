/**
 * Content pages of the demonstration site with linked content (cards, lists of links, calls to action, related pages) and without
 * islands. Several, taken in turn: many requests for one page at a time would share its calls, and flatter the shell.
 */
export const CONTENT_PAGES = [
  '/services/environment/climate-plan',
  '/services/bins-and-recycling/collection-days',
  '/services/bins-and-recycling/missed-collection',
  '/services/bins-and-recycling/bulky-waste',
  '/services/bins-and-recycling/garden-waste',
  '/services/benefits-and-support/council-tax-reduction',
  '/planning/do-i-need-permission',
  '/planning/local-plan',
  '/services/environment/fly-tipping-and-litter',
] as const

/** One page of each kind, for figures about bytes and browsers. */
export const PAGE_TYPES = {
  home: '/',
  landing: '/services/bins-and-recycling',
  content: '/services/environment/climate-plan',
  form: '/contact',
  listing: '/news',
  search: '/search?term=bins',
} as const
