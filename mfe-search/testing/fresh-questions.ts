import type { JudgedQuestion } from './judged-questions.ts'

/**
 * Questions that were written from the titles of the pages only, without knowing the search, its tests or the authors' synonyms. They
 * compared two ways of weighting synonyms, and the synonyms before and after an extension, which was made without looking at the questions.
 */
export const FRESH_QUESTIONS: readonly JudgedQuestion[] = [
  { question: 'potholl outside my house', first: '/services/roads-and-parking/report-a-pothole' },
  {
    question: 'recyling centre opening times',
    first: '/services/bins-and-recycling/household-recycling-centre',
  },
  { question: 'counsil tax single person discont', first: '/services/council-tax/discounts-and-exemptions' },
  { question: 'blu badge renewel', first: '/services/benefits-and-support/blue-badge' },
  { question: 'cemetary opening hours', first: '/services/births-deaths-and-marriages/cemeteries' },
  { question: 'visiter parking permitt', first: '/services/roads-and-parking/parking-permits' },
  { question: 'regester my babys birth', first: '/services/births-deaths-and-marriages/register-a-birth' },
  { question: 'alotments', first: '/documents/allotment-handbook' },
  { question: 'planing permision for a shed', first: '/planning/do-i-need-permission' },
  { question: 'aprenticeships at the council', first: '/your-council/jobs' },
  { question: 'wardrobe and settee', first: '/services/bins-and-recycling/bulky-waste' },
  { question: 'graves and headstones', first: '/services/births-deaths-and-marriages/cemeteries' },
  { question: 'pizza boxes and nappies', first: '/services/bins-and-recycling/what-goes-in-which-bin' },
  { question: 'stairlift and bath hoist', first: '/services/housing/adaptations' },
  { question: 'autism and dyslexia', first: '/services/schools-and-learning/special-educational-needs' },
  { question: 'dog poo and fag ends', first: '/services/environment/fly-tipping-and-litter' },
  { question: 'rough sleeping and sofa surfing', first: '/services/housing/homelessness' },
  {
    question: 'weddings and registry office',
    first: '/services/births-deaths-and-marriages/getting-married',
  },
  { question: 'the tip', first: '/services/bins-and-recycling/household-recycling-centre' },
  { question: 'parking ticket', first: '/services/roads-and-parking/penalty-charge-notices' },
  { question: 'council house waiting list', first: '/services/housing/apply-for-a-home' },
  { question: 'bin men didnt come', first: '/services/bins-and-recycling/missed-collection' },
  { question: 'free bus travel for pensioners', first: '/services/roads-and-parking/buses-and-cycling' },
  { question: 'evening classes', first: '/services/schools-and-learning/adult-learning' },
  { question: 'school dinners', first: '/services/schools-and-learning/school-meals' },
  { question: 'when do the kids break up', first: '/services/schools-and-learning/term-dates' },
  { question: 'object to neighbours extension', first: '/planning/comment-on-an-application' },
  { question: 'lido', first: '/libraries-and-leisure/skelding-vale-pool' },
  { question: 'boiler broken council flat', first: '/services/housing/repairs' },
  { question: 'salt on roads', first: '/services/roads-and-parking/winter-gritting' },
  { question: 'restaurant cleanliness scores', first: '/services/environment/food-safety' },
  { question: "can't afford my heating", first: '/services/benefits-and-support/cost-of-living-help' },
  { question: 'councillors', first: '/your-council/councillors' },
  { question: 'planning applications', first: '/planning/applications' },
  { question: 'council tax', first: '/services/council-tax' },
  { question: 'bins', first: '/services/bins-and-recycling' },
  { question: 'events', first: '/events' },
  { question: 'libraries', first: '/libraries-and-leisure' },
  {
    question: "My mum has died and I don't know what I have to do first",
    first: '/services/births-deaths-and-marriages/register-a-death',
  },
  { question: 'what day do you empty my bin?', first: '/services/bins-and-recycling/collection-days' },
  {
    question: "pryd mae'r biniau'n cael eu casglu?",
    first: '/cy/gwasanaethau/biniau-ac-ailgylchu/diwrnodau-casglu',
    language: 'cy',
  },
  {
    question: 'twll yn y ffordd',
    first: '/cy/gwasanaethau/ffyrdd-a-pharcio/rhoi-gwybod-am-dwll',
    language: 'cy',
  },
  { question: 'cynghorwyr', first: '/cy/eich-cyngor/cynghorwyr', language: 'cy' },
  {
    question: 'dirwy parcio',
    first: '/cy/gwasanaethau/ffyrdd-a-pharcio/hysbysiadau-tal-cosb',
    language: 'cy',
  },
  {
    question: 'gwyliau ysgol',
    first: '/cy/gwasanaethau/ysgolion-a-dysgu/dyddiadau-tymhorau',
    language: 'cy',
  },
  {
    question: 'bathodin glas',
    first: '/cy/gwasanaethau/budd-daliadau-a-chymorth/bathodyn-glas',
    language: 'cy',
  },
  { question: 'digwiddiadau', first: '/cy/digwyddiadau', language: 'cy' },
  {
    question: 'soffa a wardrob',
    first: '/cy/gwasanaethau/biniau-ac-ailgylchu/gwastraff-swmpus',
    language: 'cy',
  },
  {
    question: 'cinio ysgol am ddim',
    first: '/cy/gwasanaethau/ysgolion-a-dysgu/prydau-ysgol',
    language: 'cy',
  },
  {
    question: 'Mae fy nhad wedi marw, beth sydd angen i mi ei wneud?',
    first: '/cy/gwasanaethau/genedigaethau-marwolaethau-a-phriodasau/cofrestru-marwolaeth',
    language: 'cy',
  },
]
