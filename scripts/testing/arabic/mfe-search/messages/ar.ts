import { formatsOf } from '@tessera/shared/messages'
import type { SearchMessages } from '../../../../../mfe-search/messages/en-GB.ts'

const { plural, number } = formatsOf('ar')

/** Arabic. */
export const messages: SearchMessages = {
  title: 'البحث',
  titleFor: (term) => `نتائج البحث عن «${term}»`,
  label: 'ابحث في هذا الموقع',
  hint: 'مثلًا: جمع النفايات، أو ضريبة البلدية، أو «رخصة بناء». ضع الكلمات بين علامتي اقتباس للعثور عليها معًا.',
  search: 'بحث',
  count: (total, first, last) => {
    const range = `المعروض من ${first} إلى ${last}`
    return plural(total, {
      zero: 'لا نتائج',
      one: 'نتيجة واحدة',
      two: 'نتيجتان',
      few: `${number(total)} نتائج، ${range}`,
      many: `${number(total)} نتيجةً، ${range}`,
      other: `${number(total)} نتيجة، ${range}`,
    })
  },
  noResults: (term) => `لم يُعثر على شيء عن «${term}»`,
  noResultsHelp: ['تحقق من الإملاء.', 'جرّب كلمات أقل أو أعمّ.', 'ابدأ من أحد أقسام القائمة.'],
  failed: 'تعذر البحث',
  failedHelp: 'لم نتمكن من البحث الآن. كلماتك ما زالت في المربع: يُرجى المحاولة مجددًا بعد لحظات.',
  pastTheEnd: 'لا توجد صفحة نتائج كهذه.',
  firstPage: 'الانتقال إلى أول صفحة من النتائج',
  pagination: 'صفحات النتائج',
  previous: 'السابق',
  next: 'التالي',
  page: (page) => `الصفحة ${page}`,
  results: 'النتائج',
}
