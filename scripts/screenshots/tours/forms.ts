import type { ScreenTour } from '../screen.ts'
import { tourForm } from './tour-form.ts'

/** A tour through all pages of a form. */
const formTour = (group: string, path: string, others: Partial<ScreenTour> = {}): ScreenTour => ({
  ...others,
  group: `Form: ${group}`,
  go: (visit) => tourForm(visit, path, others.hasScript),
})

const REPORT = '/contact/report-a-problem'
const CONSULTATION = '/your-council/have-your-say/larrow-park-consultation'

/** Every form of the site, with each of its pages empty, with errors and filled in, and its confirmation. */
export const FORM_TOURS: readonly ScreenTour[] = [
  formTour('report a problem', REPORT),
  formTour('report a problem, Welsh', '/cy/cysylltu/rhoi-gwybod-am-broblem'),
  formTour('report a problem, without script', REPORT, { hasScript: false }),
  formTour('report a problem, in an account', '/my-larkmoor', { who: 'member' }),
  formTour('book an appointment', '/contact/book-an-appointment'),
  formTour('consultation', CONSULTATION),
  formTour('consultation, without script', CONSULTATION, { hasScript: false }),
  formTour('contact us', '/contact'),
  formTour('contact us, Welsh', '/cy/cysylltu'),
  formTour('council tax question', '/services/council-tax/ask-a-question'),
  formTour('council tax question, Welsh', '/cy/gwasanaethau/treth-y-cyngor/gofyn-cwestiwn'),
  formTour('council tax question, without script', '/services/council-tax/ask-a-question', {
    hasScript: false,
  }),
  formTour('all field types', '/all-field-types', { site: 'all fields' }),
  formTour('all field types, without script', '/all-field-types', { site: 'all fields', hasScript: false }),
  formTour('contact us, Arabic', '/ar/ittisal', { site: 'arabic' }),
]
