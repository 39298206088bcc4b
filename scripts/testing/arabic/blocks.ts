import type { ArabicPage } from './pages.ts'

/** The id of the Arabic contact form. */
export const ARABIC_FORM = '1019'

type Link = (entry: string) => unknown
interface Block {
  readonly type: string
  readonly value: unknown
}

const text = (value: string): Block => ({ type: 'richText', value: `<p>${value}</p>` })

/** The text block on every page. */
const COMMON = text('يجيب المجلس عن أسئلتك في كل يوم عمل. إن احتجت إلى مساعدة فاتصل بنا.')

/** One block of each kind, for the content page that shows them all. */
const showAll = (link: Link): readonly Block[] => [
  COMMON,
  { type: 'heading', value: 'طرق الدفع' },
  text('يمكنك الدفع عبر الإنترنت أو بالهاتف على الرقم <a href="tel:01632960140">01632 960140</a>.'),
  {
    type: 'table',
    value: {
      caption: 'مواعيد الدفع',
      headers: ['الطريقة', 'الموعد'],
      rows: [
        ['الخصم المباشر', 'اليوم الأول أو الخامس عشر من كل شهر'],
        ['البطاقة المصرفية', 'في أي وقت'],
      ],
    },
  },
  { type: 'quote', value: { text: 'لم يستغرق الأمر سوى دقيقتين وأنا أنتظر الحافلة.', source: 'أحد السكان' } },
  {
    type: 'accordion',
    value: {
      items: [
        { heading: 'ماذا لو فاتتني دفعة؟', content: '<p>نرسل إليك تذكيرًا، وأمامك سبعة أيام.</p>' },
        { heading: 'هل يمكنني الدفع نقدًا؟', content: '<p>نعم، في أي مكتب بريد.</p>' },
      ],
    },
  },
  {
    type: 'linkList',
    value: {
      heading: 'صفحات تفيدك',
      links: [link('contentPage/bands-and-charges'), link('contentPage/discounts-and-exemptions')],
    },
  },
  { type: 'entryCard', value: link('contentPage/moving-home') },
  {
    type: 'callToAction',
    value: {
      heading: 'هل تأخرت عن الدفع؟',
      text: 'أخبرنا قبل أن يصل التذكير.',
      linkText: 'احصل على مساعدة',
      link: link('contentPage/if-you-are-struggling'),
    },
  },
]

/** The body of a page. `link` gives a link to an entry, in Arabic if the entry has a variation in it. */
export function blocksOf({ entry }: ArabicPage, link: Link): readonly Block[] {
  if (entry === 'contentPage/pay') return showAll(link)
  if (entry === 'contentPage/contact')
    return [COMMON, { type: 'form', value: { formId: ARABIC_FORM, heading: 'أرسل إلينا رسالة' } }]
  return [COMMON]
}
