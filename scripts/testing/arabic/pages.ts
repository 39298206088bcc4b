/** A page of the demonstration site in Arabic. Missing fields are those of its English version. */
export interface ArabicPage {
  /** Key of its entry. */
  readonly entry: string
  /** Key of its node, with the node's slug and its name in menus. */
  readonly node: string
  readonly slug: string
  readonly name: string
  readonly title: string
  readonly summary: string
  /** Fields that only some content types have. */
  readonly fields?: Readonly<Record<string, unknown>>
}

const page = (
  entry: string,
  node: string,
  slug: string,
  name: string,
  [title, summary]: readonly [title: string, summary: string],
  fields: ArabicPage['fields'] = {},
): ArabicPage => ({ entry, node, slug, name, title, summary, fields })

const TAX = 'node/services/council-tax'
const BINS = 'node/services/bins-and-recycling'

/** Words that occur in one, two, some and many of the pages below: each number of results needs another plural form. */
export const SEARCH_TERMS = { one: 'الانتخابات', two: 'الجسر', few: 'السيارات', many: 'المجلس' } as const

/** The pages of the demonstration site that exist in Arabic. */
export const ARABIC_PAGES: readonly ArabicPage[] = [
  page('homePage/home', 'node/', '', 'الرئيسية', ['مجلس لاركمور', 'خدمات المجلس وأخباره.'], {
    heroHeading: 'حياة طيبة في وادي لارو',
    heroText: 'ادفع وقدّم الطلبات وأبلغ عن المشكلات. لا يستغرق معظم ذلك إلا دقائق، في أي وقت من اليوم.',
  }),
  page('landingPage/services', 'node/services', 'khadamat', 'الخدمات', [
    'الخدمات',
    'كل ما يقدمه المجلس للسكان وأصحاب الأعمال.',
  ]),
  page('landingPage/council-tax', TAX, 'dariba', 'ضريبة المجلس', [
    'ضريبة المجلس',
    'ادفع فاتورتك، واعرف قيمة شريحتك، واطلب تخفيضًا.',
  ]),
  page('contentPage/pay', `${TAX}/pay`, 'dafa', 'الدفع', [
    'ادفع ضريبة المجلس',
    'طرق الدفع ومواعيد الخصم من حسابك، وما تفعله إن فاتتك دفعة.',
  ]),
  page('contentPage/bands-and-charges', `${TAX}/bands-and-charges`, 'sharaih', 'الشرائح والرسوم', [
    'الشرائح والرسوم من 2026 إلى 2027',
    'ما يدفعه كل منزل بحسب شريحته.',
  ]),
  page(
    'contentPage/discounts-and-exemptions',
    `${TAX}/discounts-and-exemptions`,
    'takhfidat',
    'التخفيضات والإعفاءات',
    ['التخفيضات والإعفاءات', 'من يدفع أقل، ومن لا يدفع شيئًا، وكيف تطلب ذلك.'],
  ),
  page('contentPage/moving-home', `${TAX}/moving-home`, 'intiqal', 'الانتقال إلى منزل آخر', [
    'أخبرنا بأنك ستنتقل',
    'عنوانك الجديد وموعد انتقالك: هذا كل ما نحتاج إليه.',
  ]),
  page('contentPage/if-you-are-struggling', `${TAX}/if-you-are-struggling`, 'musaada', 'إن تعذر عليك الدفع', [
    'إن تعذر عليك الدفع',
    'اتصل بنا مبكرًا: يمكننا غالبًا تقسيط ما عليك.',
  ]),
  page('landingPage/bins-and-recycling', BINS, 'nufayat', 'النفايات وإعادة التدوير', [
    'النفايات وإعادة التدوير',
    'اعرف يوم الجمع، وما يوضع في كل حاوية.',
  ]),
  page('contentPage/collection-days', `${BINS}/collection-days`, 'ayyam-al-jam', 'أيام الجمع', [
    'اعرف يوم جمع النفايات',
    'الحاويات التي نفرغها كل أسبوع، ومتى تُخرجها.',
  ]),
  page(
    'contentPage/what-goes-in-which-bin',
    `${BINS}/what-goes-in-which-bin`,
    'hawiyat',
    'ماذا في كل حاوية',
    ['ماذا يوضع في كل حاوية', 'دليل قصير إلى الحاويات الخضراء والرمادية والبنية.'],
  ),
  page('contentPage/missed-collection', `${BINS}/missed-collection`, 'lam-tujma', 'حاوية لم تُفرغ', [
    'أبلغ عن حاوية لم تُفرغ',
    'متى تخبرنا، وماذا يحدث بعد ذلك.',
  ]),
  page('contentPage/bulky-waste', `${BINS}/bulky-waste`, 'nufayat-kabira', 'النفايات الكبيرة', [
    'احجز موعدًا لنقل النفايات الكبيرة',
    'الأثاث والأجهزة، ولا تشمل الخدمة قطع السيارات.',
  ]),
  page('landingPage/housing', 'node/services/housing', 'iskan', 'الإسكان', [
    'الإسكان',
    'اطلب سكنًا، أو أبلغ عن عطل، أو احصل على مساعدة.',
  ]),
  page('landingPage/roads-and-parking', 'node/services/roads-and-parking', 'turuq', 'الطرق ومواقف السيارات', [
    'الطرق ومواقف السيارات',
    'أبلغ عن الحفر، واعثر على موقف، واطلب تصريحًا.',
  ]),
  page(
    'landingPage/schools-and-learning',
    'node/services/schools-and-learning',
    'madaris',
    'المدارس والتعليم',
    ['المدارس والتعليم', 'مقاعد المدارس ومواعيد الفصول والوجبات، ومواقف السيارات أمام المدارس.'],
  ),
  page('listingPage/news', 'node/news', 'akhbar', 'الأخبار', ['الأخبار', 'ما يفعله المجلس ويقرره ويبنيه.']),
  page(
    'newsArticle/larrow-bridge-night-closures',
    'node/news/larrow-bridge-night-closures',
    'jisr',
    'الجسر',
    ['إغلاق الجسر ليلًا أمام السيارات لإصلاح الحجارة', 'يعمل البناؤون من الثامنة مساءً لمدة ثلاثة أسابيع.'],
  ),
  page('listingPage/events', 'node/events', 'faaliyat', 'الفعاليات', [
    'الفعاليات',
    'ما يمكنك مشاهدته وفعله.',
  ]),
  page(
    'event/lantern-parade-2026',
    'node/events/lantern-parade-2026',
    'fawanis',
    'موكب الفوانيس',
    ['موكب الفوانيس', 'ألف فانوس من الورق، في أكبر الفعاليات هذا الشتاء.'],
    { price: 'مجانًا' },
  ),
  page('landingPage/your-council', 'node/your-council', 'majlis', 'مجلسك', [
    'مجلسك',
    'الأعضاء والاجتماعات والإنفاق، ومواعيد الانتخابات.',
  ]),
  page('contentPage/contact', 'node/contact', 'ittisal', 'اتصل بنا', [
    'اتصل بنا',
    'نموذج لكل ما تريدون أن تسألوا عنه.',
  ]),
  page('contentPage/privacy', 'node/contact/privacy', 'khususiyya', 'الخصوصية', [
    'الخصوصية وملفات تعريف الارتباط',
    'ما نعرفه عنك، وكم نحتفظ به.',
  ]),
]

/** Texts of the contact form: English → Arabic. */
export const FORM_WORDS: Readonly<Record<string, string>> = {
  'Contact us': 'اتصل بنا',
  'Send message': 'إرسال الرسالة',
  'Thank you for your message. We answer within three working days.':
    'شكرًا لرسالتك. نجيب خلال ثلاثة أيام عمل.',
  'Your name': 'اسمك',
  'Email address': 'البريد الإلكتروني',
  'Telephone number': 'رقم الهاتف',
  'Only if you would like us to call.': 'فقط إن كنت تريد أن نتصل بك.',
  'What is it about?': 'ما موضوع رسالتك؟',
  'General question': 'سؤال عام',
  'Bins and recycling': 'النفايات وإعادة التدوير',
  'Council tax': 'ضريبة المجلس',
  Housing: 'الإسكان',
  Planning: 'التخطيط',
  'A compliment': 'كلمة شكر',
  'Your message': 'رسالتك',
  'Keep in touch': 'ابقَ على تواصل',
  'Send me the weekly news': 'أرسلوا إليّ أخبار الأسبوع',
  'Send me events at weekends': 'أرسلوا إليّ فعاليات عطلة الأسبوع',
}
