import { dateFormatsOf, formatMoment, formatsOf } from '@tessera/shared/messages'
import type { ContentMessages } from '../../../../../mfe-content/messages/en-GB.ts'

const { plural, number } = formatsOf('ar')
const dates = dateFormatsOf('ar', '، ')

/** Arabic. */
export const messages: ContentMessages = {
  dates,
  breadcrumb: 'مسار التنقل',
  inThisSection: 'في هذا القسم',
  relatedPages: 'صفحات ذات صلة',
  highlights: 'تحت الضوء',
  quickLinks: 'الخدمات الأكثر طلبًا',
  published: 'نُشر في',
  by: 'بقلم',
  topic: 'الموضوع',
  when: 'الموعد',
  where: 'المكان',
  price: 'السعر',
  to: 'حتى',
  nowUntil: 'الآن حتى',
  nextDate: 'التالي:',
  now: 'الآن',
  address: 'العنوان',
  openingHours: 'ساعات العمل',
  phone: 'الهاتف',
  email: 'البريد الإلكتروني',
  facilities: 'المرافق',
  mapReference: 'الموقع على الخريطة',
  party: 'الحزب',
  ward: 'الدائرة',
  roles: 'المناصب',
  reference: 'الرقم المرجعي',
  applicant: 'مقدّم الطلب',
  received: 'تاريخ الاستلام',
  decided: 'تاريخ القرار',
  notDecided: 'لم يُتخذ قرار بعد',
  category: 'الفئة',
  download: 'تنزيل',
  nothingListed: 'لا يوجد ما يُعرض هنا حاليًا.',
  table: 'جدول',
  yourAddress: 'الرمز البريدي أو الشارع',
  findDays: 'ابحث عن أيامي',
  whichStreet: 'أي من هذه الشوارع شارعك؟',
  moreStreets: 'هناك شوارع أكثر من هذه. اكتب المزيد من الاسم أو الرمز البريدي.',
  noStreet: (asked: string) => `لا نعرف «${asked}»`,
  streetsFailed: 'لا يمكننا البحث عن الشوارع الآن',
  streetsFound: (count: number, street: string | null) =>
    street === null
      ? plural(count, {
          zero: 'لم يُعثر على شوارع',
          one: 'شارع واحد',
          two: 'شارعان',
          few: `${number(count)} شوارع`,
          many: `${number(count)} شارعًا`,
          other: `${number(count)} شارع`,
        })
      : `الجمع في ${street}`,
  nextCollection: 'الجمع التالي:',
  noCollection: 'لا جمع في الأشهر الستة القادمة',
  insteadOf: (day: string, reason: string) => `وليس ${formatMoment(day, dates)}: ${reason}`,
  collectionsOf: (street: string) => `جمع النفايات، ${street}`,
  calendar: 'التقويم',
  addToCalendar: 'أضف إلى تقويمي',
  subscribe: 'أضف إلى تقويمي',
  downloadCalendar: 'نزّل المواعيد',
}
