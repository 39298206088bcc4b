import type { JudgedQuestion } from './judged-questions.ts'

/**
 * Questions that were written before anything was tuned, and that nothing is tuned on: what they reach is an estimate for the
 * questions that nobody here has thought of.
 */
export const HELD_OUT_QUESTIONS: readonly JudgedQuestion[] = [
  // Misspelt.
  { question: 'recyling centre', first: '/services/bins-and-recycling/household-recycling-centre' },
  { question: 'plannning permision', first: '/planning/do-i-need-permission' },
  { question: 'swiming pool', first: '/libraries-and-leisure/larkmoor-leisure-centre' },
  { question: 'homlessness', first: '/services/housing/homelessness' },
  { question: 'scholl term dates', first: '/services/schools-and-learning/term-dates' },
  { question: 'parking permitt', first: '/services/roads-and-parking/parking-permits' },
  { question: 'libary', first: '/libraries-and-leisure' },
  { question: 'council tax exmption student', first: '/services/council-tax/discounts-and-exemptions' },
  // Words joined by "and", and questions in sentences.
  { question: 'roads and potholes and street lights', first: '/services/roads-and-parking/report-a-pothole' },
  {
    question: 'weddings and civil partnerships',
    first: '/services/births-deaths-and-marriages/getting-married',
  },
  { question: 'how do I register to vote', first: '/your-council/elections-and-voting' },
  { question: 'where can I park with a blue badge', first: '/services/benefits-and-support/blue-badge' },
  { question: 'my bin was not emptied', first: '/services/bins-and-recycling/missed-collection' },
  { question: 'what day are my bins collected', first: '/services/bins-and-recycling/collection-days' },
  { question: 'can I get help with my rent', first: '/services/benefits-and-support/housing-benefit' },
  { question: 'how long does planning permission take', first: '/planning/make-an-application' },
  { question: 'I want to complain about the council', first: '/contact/complaints' },
  {
    question: 'what can I put in the green bin',
    first: '/services/bins-and-recycling/what-goes-in-which-bin',
  },
  // Everyday words for official ones.
  { question: 'the dump', first: '/services/bins-and-recycling/household-recycling-centre' },
  { question: 'get rid of old sofa', first: '/services/bins-and-recycling/bulky-waste' },
  { question: 'parking ticket', first: '/services/roads-and-parking/penalty-charge-notices' },
  { question: 'disabled parking', first: '/services/benefits-and-support/blue-badge' },
  { question: 'snow on the roads', first: '/services/roads-and-parking/winter-gritting' },
  { question: 'job vacancies', first: '/your-council/jobs' },
  { question: 'phone number', first: '/contact' },
  { question: 'wheelie bin broken', first: '/services/bins-and-recycling/new-or-replacement-bins' },
  { question: 'object to a neighbours extension', first: '/planning/comment-on-an-application' },
  { question: 'single person discount', first: '/services/council-tax/discounts-and-exemptions' },
  // Homes of things.
  { question: 'housing', first: '/services/housing' },
  { question: 'schools', first: '/services/schools-and-learning' },
  { question: 'libraries', first: '/libraries-and-leisure' },
  { question: 'documents', first: '/documents' },
  { question: 'planning application', first: '/planning/applications' },
  // Names, references, places, and what files say.
  { question: '2026/0024/FUL', first: '/planning/applications/2026-0024-ful' },
  { question: 'councillor Standish', first: '/your-council/councillors/peter-standish' },
  { question: 'Hollin Cross library opening hours', first: '/libraries-and-leisure/hollin-cross-library' },
  { question: 'LK1 4TL', first: '/libraries-and-leisure/larkmoor-leisure-centre' },
  { question: '45 degree rule', first: '/documents/extension-design-guide' },
  { question: 'tonnes of salt in barns', first: '/documents/winter-service-plan-2026-27' },
  // Welsh.
  { question: 'talu treth cyngor', first: '/cy/gwasanaethau/treth-y-cyngor/talu', language: 'cy' },
]

/** Questions that were written and asked for the first time when everything was settled, and changed nothing. */
export const LAST_QUESTIONS: readonly JudgedQuestion[] = [
  { question: 'reycling', first: '/services/bins-and-recycling' },
  { question: 'cuncil tax', first: '/services/council-tax' },
  { question: 'pot holes', first: '/services/roads-and-parking/report-a-pothole' },
  { question: 'fly tiping', first: '/services/environment/fly-tipping-and-litter' },
  { question: 'planning permision', first: '/planning/do-i-need-permission' },
  { question: 'libraray', first: '/libraries-and-leisure' },
  { question: 'marrage', first: '/services/births-deaths-and-marriages/getting-married' },
  { question: 'parking and permits and fines', first: '/services/roads-and-parking' },
  { question: 'housing and homelessness', first: '/services/housing/homelessness' },
  { question: 'schools and learning', first: '/services/schools-and-learning' },
  { question: 'trees and hedges and leaves', first: '/services/environment/trees-and-hedges' },
  { question: 'how do i apply for a blue badge', first: '/services/benefits-and-support/blue-badge' },
  { question: 'where is my nearest library', first: '/libraries-and-leisure' },
  {
    question: 'what time does the tip open',
    first: '/services/bins-and-recycling/household-recycling-centre',
  },
  { question: 'how much is council tax', first: '/services/council-tax/bands-and-charges' },
  { question: 'when is the next council meeting', first: '/your-council/meetings' },
  { question: 'can i build a conservatory', first: '/planning/do-i-need-permission' },
  {
    question: 'someone has died what do i do',
    first: '/services/births-deaths-and-marriages/register-a-death',
  },
  { question: 'apply for a council house', first: '/services/housing/apply-for-a-home' },
  { question: 'free school meals', first: '/services/schools-and-learning/school-meals' },
  { question: 'bin men', first: '/services/bins-and-recycling' },
  { question: 'garbage', first: '/services/bins-and-recycling' },
  { question: 'skip hire', first: '/services/bins-and-recycling/household-recycling-centre' },
  { question: 'old mattress', first: '/services/bins-and-recycling/bulky-waste' },
  { question: 'foodbank', first: '/services/benefits-and-support/cost-of-living-help' },
  { question: 'looking after my mum', first: '/services/benefits-and-support/carers' },
  { question: 'being evicted', first: '/services/housing/homelessness' },
  { question: 'speed limit', first: '/news/hollin-cross-twenty' },
  { question: 'half term', first: '/services/schools-and-learning/term-dates' },
  { question: 'kids', first: '/services/schools-and-learning' },
  { question: 'jobs', first: '/your-council/jobs' },
  { question: 'documents', first: '/documents' },
  { question: 'housing', first: '/services/housing' },
  { question: 'environment', first: '/services/environment' },
  { question: 'voting', first: '/your-council/elections-and-voting' },
  { question: 'Farida Noorani', first: '/your-council/councillors/farida-noorani' },
  { question: 'councillor for Nantlas', first: '/your-council/councillors' },
  { question: '2025/0413/HSE', first: '/planning/applications/2025-0413-hse' },
  { question: 'LK7 2ML', first: '/libraries-and-leisure/skelding-vale-pool' },
  { question: 'substation for electric lorries', first: '/documents/climate-action-plan' },
]

/**
 * Questions that somebody else wrote before seeing how any of them fared. What they showed was mended by its cause, for every term, and
 * no author's word was written for them.
 */
export const BLIND_QUESTIONS: readonly JudgedQuestion[] = [
  // Misspelt.
  { question: 'coucil tax bands', first: '/services/council-tax/bands-and-charges' },
  { question: 'counciltax', first: '/services/council-tax' },
  {
    question: 'recycleing centre opening times',
    first: '/services/bins-and-recycling/household-recycling-centre',
  },
  { question: 'parkin permit renewal', first: '/services/roads-and-parking/renew-a-parking-permit' },
  { question: 'birth certficate', first: '/services/births-deaths-and-marriages/register-a-birth' },
  { question: 'alotments', first: '/documents/allotment-handbook' },
  { question: 'blu badge renewal', first: '/services/benefits-and-support/blue-badge' },
  { question: 'bilding regulations', first: '/planning/building-control' },
  { question: 'skool admissions', first: '/services/schools-and-learning/apply-for-a-school-place' },
  // Words that no page has together.
  { question: 'birth and marriage certificates', first: '/services/births-deaths-and-marriages' },
  { question: 'potholes and roadworks and gritting', first: '/services/roads-and-parking' },
  { question: 'repairs and adaptations', first: '/services/housing' },
  { question: 'museums and galleries', first: '/libraries-and-leisure/larkmoor-museum' },
  { question: 'meetings and minutes and agendas', first: '/your-council/meetings' },
  { question: 'car parks and permits', first: '/services/roads-and-parking' },
  { question: 'budget and spending', first: '/your-council/budget-and-spending' },
  // Everyday words for official ones, and sentences.
  { question: 'disabled badge', first: '/services/benefits-and-support/blue-badge' },
  { question: 'christmas bin collections', first: '/services/bins-and-recycling/collection-days' },
  { question: 'I have had a baby', first: '/services/births-deaths-and-marriages/register-a-birth' },
  { question: 'loft conversion', first: '/planning/do-i-need-permission' },
  { question: 'boiler broken council house', first: '/services/housing/repairs' },
  { question: 'stairlift', first: '/services/housing/adaptations' },
  { question: 'problems with my landlord', first: '/services/housing/private-renting' },
  { question: 'sandbags', first: '/services/environment/flooding' },
  { question: 'bus pass', first: '/services/roads-and-parking/buses-and-cycling' },
  { question: 'evening classes', first: '/services/schools-and-learning/adult-learning' },
  { question: 'polling station', first: '/your-council/elections-and-voting' },
  { question: 'hire a hall for a party', first: '/libraries-and-leisure/book-a-hall' },
  { question: 'appeal a parking fine', first: '/services/roads-and-parking/penalty-charge-notices' },
  { question: 'neighbours tree overhanging', first: '/services/environment/trees-and-hedges' },
  { question: 'burial plot', first: '/services/births-deaths-and-marriages/cemeteries' },
  { question: 'school bus', first: '/services/schools-and-learning/school-transport' },
  { question: 'food hygiene rating', first: '/services/environment/food-safety' },
  // Homes of things.
  { question: 'benefits', first: '/services/benefits-and-support' },
  { question: 'parking', first: '/services/roads-and-parking' },
  { question: 'leisure centre', first: '/libraries-and-leisure/larkmoor-leisure-centre' },
  { question: 'consultations', first: '/your-council/have-your-say' },
  { question: 'council jobs', first: '/your-council/jobs' },
  { question: 'complaint', first: '/contact/complaints' },
  { question: 'budget', first: '/your-council/budget-and-spending' },
  // Welsh.
  { question: 'ailgylchu', first: '/cy/gwasanaethau/biniau-ac-ailgylchu', language: 'cy' },
  {
    question: 'diwrnod casglu biniau',
    first: '/cy/gwasanaethau/biniau-ac-ailgylchu/diwrnodau-casglu',
    language: 'cy',
  },
  { question: 'llyfrgell', first: '/cy/llyfrgelloedd-a-hamdden', language: 'cy' },
  {
    question: 'twll yn y ffordd',
    first: '/cy/gwasanaethau/ffyrdd-a-pharcio/rhoi-gwybod-am-dwll',
    language: 'cy',
  },
  {
    question: 'priodas',
    first: '/cy/gwasanaethau/genedigaethau-marwolaethau-a-phriodasau/priodi',
    language: 'cy',
  },
  { question: 'swyddi gwag', first: '/cy/eich-cyngor/swyddi', language: 'cy' },
  { question: 'caniatad cynllunio', first: '/cy/cynllunio/oes-angen-caniatad-arnaf', language: 'cy' },
  {
    question: 'dyddiadau gwyliau ysgol',
    first: '/cy/gwasanaethau/ysgolion-a-dysgu/dyddiadau-tymhorau',
    language: 'cy',
  },
  { question: 'cwyno', first: '/cy/cysylltu/cwynion', language: 'cy' },
  {
    question: 'gwastrff gardd',
    first: '/cy/gwasanaethau/biniau-ac-ailgylchu/gwastraff-gardd',
    language: 'cy',
  },
  {
    question: 'pryd mae fy min yn cael ei gasglu',
    first: '/cy/gwasanaethau/biniau-ac-ailgylchu/diwrnodau-casglu',
    language: 'cy',
  },
  {
    question: 'symud ty treth cyngor',
    first: '/cy/gwasanaethau/treth-y-cyngor/symud-ty',
    language: 'cy',
  },
]
