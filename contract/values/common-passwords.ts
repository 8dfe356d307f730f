/** Passwords that attackers try first. Comparisons ignore case and trailing digits. */
const common = new Set(
  `password passw0rd p@ssword p@ssw0rd pa55word qwertyuiop qwertyui qwerty azertyuiop asdfghjkl asdfghjk asdfasdf zxcvbnm
  1qaz2wsx qazwsxedc qazwsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 zaq12wsx iloveyou sunshine princess football baseball
  superman batman trustno1 welcome letmein whatever computer internet starwars michelle jennifer jessica samsung liverpool
  chelsea arsenal barcelona realmadrid pakistan pakistan123 islamabad karachi lahore allahuakbar bismillah muhammad mohammad
  abcdefgh abcdefghi abcd1234 abc12345 a1b2c3d4 aa123456 test1234 testtest changeme changeit default administrator admin
  admin123 root1234 rootroot student faculty teacher university supervisor examiner fypportal project thesis secret
  mypassword newpassword password123 password1234 passpass monkey dragon shadow master killer freedom charlie corvette
  mercedes ferrari maverick mustang phoenix butterfly spiderman pokemon naruto minecraft fortnite google facebook linkedin
  instagram whatsapp microsoft windows android iphone cristiano ronaldo messi10 cricket shahidafridi babarazam imrankhan
  nicole daniel anthony jordan23 michael1 blink182 metallica nirvana slipknot hello123 hellohello goodluck loveyou lovelove
  babygirl sweetheart forever december november september football1 superstar rockstar cheese chocolate computer1 matrix
  access14 secret123 login123 user1234 guest123 welcome1 qwer1234 asdf1234 zxcv1234 asdf zxcv qwer`
    .split(/\s+/)
    .filter(Boolean),
);

const sequences = ['01234567890123456789', '98765432109876543210', 'abcdefghijklmnopqrstuvwxyz'];

/** Returns true for a password in `common`, a single repeated character, or a sequence such as 12345678. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  const stem = plain.replace(/\d+$/, '');
  return (
    common.has(plain) ||
    common.has(stem) ||
    /^(.)\1+$/su.test(plain) ||
    sequences.some((sequence) => sequence.includes(plain))
  );
}
