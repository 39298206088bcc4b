import { formatsOf } from '@tessera/shared/messages'
import type { MailMessages } from '../../../../../../../../shell/features/identity/mail/messages/en-GB.ts'

const { plural } = formatsOf('ar')
const hoursOf = (hours: number): string =>
  plural(hours, {
    one: 'ساعة واحدة',
    two: 'ساعتين',
    few: `${hours} ساعات`,
    many: `${hours} ساعة`,
    other: `${hours} ساعة`,
  })

/** Arabic. */
export const messages: MailMessages = {
  greeting: (name) => (name ? `مرحبًا ${name}،` : 'مرحبًا،'),
  linkLifetime: {
    confirm: (hours) => `يعمل هذا الرابط لمدة ${hoursOf(hours)}.`,
    reset: (hours) => `يعمل هذا الرابط مرة واحدة فقط، ولمدة ${hoursOf(hours)}.`,
  },
  kinds: {
    confirm: {
      subject: 'أكّد عنوان بريدك الإلكتروني',
      paragraphs: ['شكرًا لتسجيلك. يُرجى تأكيد أن عنوان البريد الإلكتروني هذا لك. بعدها يمكنك تسجيل الدخول.'],
      link: 'تأكيد عنوان بريدي الإلكتروني',
      closing: ['إن لم تكن أنت من سجّل، فلا داعي لفعل شيء: لا يمكن استخدام الحساب من دون هذا الرابط.'],
    },
    alreadyRegistered: {
      subject: 'لديك حساب بالفعل',
      paragraphs: [
        'حاول شخص ما، ربما أنت، التسجيل بعنوان البريد الإلكتروني هذا. يوجد حساب مرتبط به بالفعل، ولم يتغير فيه شيء.',
        'إن كنت أنت ونسيت كلمة مرورك، فيمكنك اختيار كلمة جديدة.',
      ],
      link: 'اختيار كلمة مرور جديدة',
      closing: ['إن لم تكن أنت، فلا داعي لفعل شيء.'],
    },
    nameTaken: {
      subject: 'يُرجى اختيار اسم مستخدم آخر',
      paragraphs: ['شكرًا لتسجيلك. اسم المستخدم الذي اخترته يخص شخصًا آخر، لذلك لم يُنشأ حساب.'],
      link: 'التسجيل باسم مستخدم آخر',
      closing: ['إن لم تكن أنت من سجّل، فلا داعي لفعل شيء.'],
    },
    reset: {
      subject: 'اختر كلمة مرور جديدة',
      paragraphs: ['طلب شخص ما، ربما أنت، كلمة مرور جديدة لحسابك.'],
      link: 'اختيار كلمة مرور جديدة',
      closing: ['إن لم تكن أنت، فلا داعي لفعل شيء: تبقى كلمة مرورك كما هي.'],
    },
    passwordChanged: {
      subject: 'تغيّرت كلمة مرورك',
      paragraphs: ['تغيّرت كلمة مرور حسابك للتو. وسُجّل خروجك من كل الأماكن الأخرى.'],
      link: 'لم أكن أنا: اختيار كلمة مرور جديدة',
      closing: ['إن كنت قد غيّرتها بنفسك، فلا داعي لفعل شيء.'],
    },
  },
}
