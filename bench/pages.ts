/**
 * The content pages of the demonstration site without islands. Many, and in another order for each connection: simultaneous
 * requests for one page share its work, which would make the shell look better than it is.
 */
export const CONTENT_PAGES = [
  '/services/roads-and-parking/penalty-charge-notices',
  '/services/bins-and-recycling/household-recycling-centre',
  '/services/roads-and-parking/car-parks',
  '/services/environment/food-safety',
  '/services/benefits-and-support/blue-badge',
  '/services/births-deaths-and-marriages/register-a-birth',
  '/planning/local-plan',
  '/services/roads-and-parking/report-a-pothole',
  '/services/bins-and-recycling/new-or-replacement-bins',
  '/services/schools-and-learning/special-educational-needs',
  '/services/roads-and-parking/winter-gritting',
  '/services/council-tax/pay',
  '/services/council-tax/if-you-are-struggling',
  '/services/schools-and-learning/school-meals',
  '/services/births-deaths-and-marriages/cemeteries',
  '/your-council/jobs',
  '/services/benefits-and-support/carers',
  '/services/environment/trees-and-hedges',
  '/your-council/budget-and-spending',
  '/services/benefits-and-support/council-tax-reduction',
  '/services/schools-and-learning/adult-learning',
  '/services/benefits-and-support/housing-benefit',
  '/planning/building-control',
  '/services/housing/adaptations',
  '/services/environment/fly-tipping-and-litter',
  '/planning/do-i-need-permission',
  '/services/bins-and-recycling/missed-collection',
  '/services/births-deaths-and-marriages/register-a-death',
  '/services/environment/flooding',
  '/services/council-tax/discounts-and-exemptions',
  '/planning/trees-and-conservation-areas',
  '/services/benefits-and-support/cost-of-living-help',
  '/services/schools-and-learning/school-transport',
  '/services/council-tax/bands-and-charges',
  '/services/environment/climate-plan',
  '/services/schools-and-learning/apply-for-a-school-place',
  '/services/bins-and-recycling/garden-waste',
  '/services/births-deaths-and-marriages/getting-married',
  '/services/housing/apply-for-a-home',
  '/services/bins-and-recycling/bulky-waste',
  '/services/housing/private-renting',
  '/services/benefits-and-support/adult-social-care',
  '/planning/make-an-application',
  '/services/council-tax/moving-home',
  '/services/schools-and-learning/term-dates',
  '/your-council/meetings',
  '/services/bins-and-recycling/what-goes-in-which-bin',
  '/your-council/elections-and-voting',
  '/services/environment/air-quality',
  '/services/roads-and-parking/buses-and-cycling',
  '/services/roads-and-parking/parking-permits',
  '/services/housing/homelessness',
  '/services/roads-and-parking/roadworks',
  '/services/housing/repairs',
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

/** The listing pages that search renders. */
export const LISTINGS = {
  news: '/news',
  events: '/events',
  'planning applications': '/planning/applications',
  venues: '/libraries-and-leisure',
  documents: '/your-council/documents',
  councillors: '/your-council/councillors',
} as const

/**
 * Pages that score 100 in Lighthouse's categories: one of each kind of content, the search page, and every listing. Pages of results
 * are `noindex`, which unavoidably costs points, so the search page is audited without a term.
 */
export const AUDITED_PAGES = {
  home: PAGE_TYPES.home,
  content: PAGE_TYPES.content,
  search: '/search',
  ...LISTINGS,
} as const
