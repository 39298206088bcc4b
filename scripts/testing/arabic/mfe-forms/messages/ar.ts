import { dateFormatsOf, formatDate, formatsOf } from '@tessera/shared/messages'
import type { FormsMessages } from '../../../../../mfe-forms/messages/en-GB.ts'

const dates = dateFormatsOf('ar', '، ')
const { plural } = formatsOf('ar')
const characters = (count: number): string =>
  plural(count, {
    zero: 'صفر من الأحرف',
    one: 'حرف واحد',
    two: 'حرفين',
    few: `${count} أحرف`,
    many: `${count} حرفًا`,
    other: `${count} حرف`,
  })

/** Arabic. */
export const messages: FormsMessages = {
  loading: 'جارٍ تحميل النموذج...',
  unavailable: 'يتعذر عرض هذا النموذج حاليًا. يُرجى المحاولة مجددًا بعد بضع دقائق.',
  step: 'الخطوة',
  previous: 'الصفحة السابقة',
  next: 'الصفحة التالية',
  submit: 'إرسال',
  review: 'راجع إجاباتك',
  change: 'تغيير',
  notAnswered: 'بلا إجابة',
  notShown: 'تمت الإجابة، ولا تُعرض هنا',
  day: (date) => formatDate(date, dates),
  submitting: 'جارٍ إرسال النموذج...',
  success: 'أُرسل النموذج بنجاح',
  reference: 'الرقم المرجعي للنموذج هو',
  submitError: 'حدث خطأ أثناء إرسال النموذج',
  failures: {
    'no-answer': 'فشل الاتصال بالشبكة',
    'timed-out': 'انتهت مهلة الاتصال بالشبكة',
    unexpected: 'تعذر إرسال النموذج.',
  },
  noCause: 'إجاباتك ما زالت هنا: يُرجى المحاولة مجددًا.',
  customPostError: (errors) => `خطأ أثناء الإرسال إلى العنوان المحدد${errors ? `: ${errors}` : ''}`,
  summaryTitle: 'عذرًا',
  optional: '(اختياري)',
  requiredMarker: '(مطلوب)',
  instructions: 'مساعدة',
  choose: 'يُرجى الاختيار',
  needsScript: 'يحتاج هذا النموذج إلى جافاسكريبت، وهو معطّل أو لم يُحمَّل.',
  required: (label) => `حقل «${label}» مطلوب`,
  tooShort: (label, least) => `يجب ألا يقل حقل «${label}» عن ${characters(least)}`,
  tooLong: (label, most) => `يجب ألا يزيد حقل «${label}» على ${characters(most)}`,
  notEmail: (label) => `حقل «${label}» ليس عنوان بريد إلكتروني صحيحًا`,
  notWebsite: (label) => `حقل «${label}» ليس عنوان موقع صحيحًا`,
  notTelephone: (label) => `حقل «${label}» ليس رقم هاتف صحيحًا`,
  notDate: (label) => `يجب أن يُكتب حقل «${label}» بالصيغة سنة-شهر-يوم`,
  notHours: 'يجب أن تكون الساعات عددًا بين 1 و12',
  notMinutes: 'يجب أن تكون الدقائق عددًا بين 00 و59',
  fileType: (list) => `نوع الملف غير مسموح به، الأنواع المسموح بها ${list}`,
  tooSmall: (label, least) => `يجب ألا تقل قيمة «${label}» عن ${least}`,
  tooLarge: (label, most) => `يجب ألا تزيد قيمة «${label}» على ${most}`,
  tooFew: (label, least) => `اختر ${least} على الأقل من «${label}»`,
  tooMany: (label, most) => `اختر ${most} على الأكثر من «${label}»`,
  notPattern: (label) => `حقل «${label}» ليس بالصيغة المطلوبة`,
  notAccepted: (label) => `يجب قبول «${label}»`,
  captcha: 'يُرجى إكمال التحقق قبل الإرسال',
  filesError: (errors) => `خطأ في رفع الملفات${errors ? `: ${errors}` : ''}`,
  filesUploaded: (processed, total) => `رُفع ${processed}/${total}`,
  tryAgain: 'حاول مرة أخرى',
  chosenFile: (name) => `الملف المختار: ${name}`,
  range: (least, most) => {
    if (least !== null && most !== null) return `(بين ${least} و${characters(most)})`
    if (least !== null) return `(${characters(least)} على الأقل)`
    return most === null ? null : `(${characters(most)} على الأكثر)`
  },
  charactersRequired: (count) => `مطلوب إضافة ${characters(count)}`,
  charactersOver: (count) => `تجاوز الحد بمقدار ${characters(count)}`,
  charactersRemaining: (count) => `المتبقي: ${characters(count)}`,
  parts: {
    street: 'الشارع',
    address2: 'تتمة العنوان',
    city: 'المدينة أو البلدة',
    county: 'المقاطعة',
    postcode: 'الرمز البريدي',
    country: 'البلد',
    firstName: 'الاسم الأول',
    lastName: 'اسم العائلة',
    hours: 'الساعات',
    minutes: 'الدقائق',
    seconds: 'الثواني',
    period: 'صباحًا أو مساءً',
  },
  missingParts: { street: 'الشارع' },
}
