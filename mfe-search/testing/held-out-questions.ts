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
