/** A question as a visitor types it, and the path that has to come first, or one of those (`also`) that are as good. */
export interface JudgedQuestion {
  readonly question: string
  readonly first: string
  readonly also?: readonly string[]
  /** English unless given. */
  readonly language?: string
}

/** Questions to which relevance is tuned. */
export const JUDGED_QUESTIONS: readonly JudgedQuestion[] = [
  // Misspelt.
  { question: 'recyling', first: '/services/bins-and-recycling' },
  { question: 'counsil tax', first: '/services/council-tax' },
  { question: 'libary opening times', first: '/libraries-and-leisure' },
  { question: 'potholls', first: '/services/roads-and-parking/report-a-pothole' },
  { question: 'bulky wast collection', first: '/services/bins-and-recycling/bulky-waste' },
  { question: 'garden waist', first: '/services/bins-and-recycling/garden-waste' },
  { question: 'planing aplication', first: '/planning/applications' },
  { question: 'cemetary', first: '/services/births-deaths-and-marriages/cemeteries' },
  { question: 'housing benifit', first: '/services/benefits-and-support/housing-benefit' },
  { question: 'councilors', first: '/your-council/councillors' },
  { question: 'gritting rodes', first: '/services/roads-and-parking/winter-gritting' },
  // Words that no page has together.
  { question: 'bins and recycling and garden', first: '/services/bins-and-recycling' },
  { question: 'births and deaths', first: '/services/births-deaths-and-marriages' },
  { question: 'libraries and museums and parks', first: '/libraries-and-leisure' },
  { question: 'school meals and transport', first: '/services/schools-and-learning' },
  // Sentences.
  { question: 'how do i pay my council tax', first: '/services/council-tax/pay' },
  { question: 'when is my bin collected', first: '/services/bins-and-recycling/collection-days' },
  { question: 'do I need planning permission for a shed', first: '/planning/do-i-need-permission' },
  { question: 'who is my councillor', first: '/your-council/councillors' },
  { question: 'how to register a death', first: '/services/births-deaths-and-marriages/register-a-death' },
  { question: 'I cannot pay my council tax', first: '/services/council-tax/if-you-are-struggling' },
  { question: 'I am moving house', first: '/services/council-tax/moving-home' },
  { question: 'when do schools break up', first: '/services/schools-and-learning/term-dates' },
  { question: 'what should I do if my home floods', first: '/services/environment/flooding' },
  { question: 'how do I get a new bin', first: '/services/bins-and-recycling/new-or-replacement-bins' },
  { question: 'where can I take rubble', first: '/services/bins-and-recycling/household-recycling-centre' },
  {
    question: 'how do I report a broken street light',
    first: '/services/roads-and-parking/report-a-pothole',
  },
  // Everyday words for official ones.
  { question: 'bin day', first: '/services/bins-and-recycling/collection-days' },
  { question: 'tip', first: '/services/bins-and-recycling/household-recycling-centre' },
  { question: 'blue badge', first: '/services/benefits-and-support/blue-badge' },
  { question: 'fly tipping', first: '/services/environment/fly-tipping-and-litter' },
  { question: 'moan about noise', first: '/contact/complaints' },
  { question: 'rubbish', first: '/services/bins-and-recycling' },
  { question: 'planning objections', first: '/planning/comment-on-an-application' },
  { question: 'swimming pool', first: '/libraries-and-leisure/larkmoor-leisure-centre' },
  { question: 'gym', first: '/libraries-and-leisure/heath-road-gym' },
  { question: 'fine for parking', first: '/services/roads-and-parking/penalty-charge-notices' },
  { question: 'old fridge', first: '/services/bins-and-recycling/bulky-waste' },
  { question: 'kids activities', first: '/events' },
  { question: 'careers', first: '/your-council/jobs' },
  { question: 'dog poo', first: '/services/environment/fly-tipping-and-litter' },
  { question: 'rates', first: '/services/council-tax' },
  { question: 'elderly care at home', first: '/services/benefits-and-support/adult-social-care' },
  { question: 'nursery places', first: '/news/nursery-places-thirty-hours' },
  { question: 'food bank', first: '/services/benefits-and-support/cost-of-living-help' },
  // The main page of a subject before an article about it.
  { question: 'news', first: '/news' },
  { question: 'events', first: '/events' },
  { question: 'councillors', first: '/your-council/councillors' },
  { question: 'planning', first: '/planning' },
  { question: 'council tax', first: '/services/council-tax' },
  { question: 'recycling', first: '/services/bins-and-recycling' },
  { question: 'contact', first: '/contact' },
  { question: 'flooding', first: '/services/environment/flooding' },
  { question: 'elections', first: '/your-council/elections-and-voting' },
  // Names, references, places, and what files say.
  { question: '2025/0427/TEL', first: '/planning/applications/2025-0427-tel' },
  { question: 'LK1 2FS', first: '/libraries-and-leisure/central-library' },
  { question: 'Imran Qureshi', first: '/your-council/councillors/imran-qureshi' },
  { question: 'bat survey ownership certificate', first: '/documents/planning-validation-checklist' },
  { question: 'blocked trash screen Dyers Quay', first: '/documents/flood-investigation-november-2025' },
  { question: 'underspend winter maintenance reserve', first: '/documents/statement-of-accounts-2025-26' },
  { question: 'street party insurance', first: '/documents/street-party-guide' },
  // Welsh.
  { question: 'biniau', first: '/cy/gwasanaethau/biniau-ac-ailgylchu', language: 'cy' },
  { question: 'treth gyngor', first: '/cy/gwasanaethau/treth-y-cyngor', language: 'cy' },
  { question: 'sbwriel', first: '/cy/gwasanaethau/biniau-ac-ailgylchu', language: 'cy' },
  {
    question: 'sut mae talu fy nhreth gyngor',
    first: '/cy/gwasanaethau/treth-y-cyngor/talu',
    language: 'cy',
  },
  { question: 'cynghorwyr', first: '/cy/eich-cyngor/cynghorwyr', language: 'cy' },
]
