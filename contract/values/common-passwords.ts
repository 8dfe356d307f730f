import { normaliseUnicode } from './normalise.ts';

/** The hundred most used passwords of at least 8 characters, by the frequency list of the library zxcvbn. */
const mostUsed = new Set(
  `password 12345678 123456789 baseball football qwertyuiop 1234567890 superman 1qaz2wsx jennifer trustno1 sunshine
  iloveyou computer michelle starwars princess 11111111 corvette 1234qwer internet samantha q1w2e3r4t5 maverick
  whatever mercedes steelers qwer1234 hardcore q1w2e3r4 midnight bigdaddy victoria marlboro password1 1q2w3e4r
  cocacola jordan23 asdfasdf danielle 12344321 jonathan liverpoo qwerty123 passw0rd abcd1234 slipknot scorpion
  startrek asdfghjkl redskins qazwsxedc liverpool nicholas butthead dolphins qwertyui shithead metallic mountain
  benjamin elephant rush2112 1q2w3e4r5t creative garfield bullshit asdfghjk 1qazxsw2 december airborne brooklyn
  godzilla 4815162342 williams darkness blink182 platinum 01012011 11223344 lifehack 12qwaszx snowball nintendo
  november pakistan explorer redwings 789456123 lasvegas guinness christin asdf1234 babygirl michigan carolina
  alexande dickhead minecraft metallica`.split(/\s+/),
);

/** Ignores case. */
export const isMostUsedPassword = (password: string): boolean =>
  mostUsed.has(password.toLowerCase());

/** Person whose name and email may not be the password. */
export type PasswordOwner = { name: string; email: string };

const toKey = (text: string) => normaliseUnicode('NFKC', text).replace(/\s/g, '').toLowerCase();

/** Returns true if the password is the person's name, email address, or its part before the `@`. */
export function isOwnName(password: string, { name, email }: PasswordOwner): boolean {
  const ownTexts = [name, email, email.replace(/@.*/, '')].map(toKey);
  return ownTexts.includes(toKey(password));
}

/** Rates an accepted password from 1, easy to guess, to 3, with advice. */
export function ratePassword(password: string): { level: 1 | 2 | 3; advice: string } {
  const word = password.toLowerCase().replace(/\d+$/, '');
  const isOfMostUsed = word !== '' && [...mostUsed].some((used) => used.startsWith(word));
  if (isOfMostUsed || new Set(password).size < 5 || /^(\d+|\p{L}+\d{0,4})$/u.test(password)) {
    return { level: 1, advice: 'Easy to guess. Several words in a row are much harder.' };
  }
  return password.length < 12
    ? { level: 2, advice: 'Fair. A longer password is harder to guess.' }
    : { level: 3, advice: 'Hard to guess.' };
}
