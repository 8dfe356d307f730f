import { normaliseUnicode } from '#contract/values/normalise.ts';

/** Maps letters to the Latin letters that they resemble. */
const drawnAs: Readonly<Record<string, string>> = {
  // Cyrillic letters
  ...{ а: 'a', в: 'b', с: 'c', ԁ: 'd', е: 'e', һ: 'h', і: 'i', ј: 'j', к: 'k', м: 'm', н: 'h' },
  ...{ о: 'o', р: 'p', ԛ: 'q', ѕ: 's', т: 't', ѵ: 'v', ԝ: 'w', х: 'x', у: 'y' },
  // Greek letters
  ...{ α: 'a', β: 'b', ε: 'e', η: 'n', ι: 'i', κ: 'k', μ: 'm', ν: 'v', ο: 'o', ρ: 'p', τ: 't' },
  ...{ υ: 'u', χ: 'x', ζ: 'z' },
  // Latin letters and digits. A capital I looks like a lower-case l, and both look like a 1.
  ...{ ı: 'i', l: 'i', '1': 'i', '0': 'o', ø: 'o', đ: 'd', ł: 'i', ß: 'b' },
};

const title = /^(dr|prof|professor|engr|mr|mrs|ms|miss|sir)$/;

/** Returns a form of the name that is equal for names that look alike. It must not be used to grant access. */
export function toConfusableNameKey(name: string): string {
  const words = normaliseUnicode('NFKD', name)
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const bare = words.filter((word) => !title.test(word)).join('') || words.join('');
  return [...bare].map((letter) => drawnAs[letter] ?? letter).join('');
}
