import { normalise } from './normalise.ts';
import { foldCase, searchForm } from './search-form.ts';
import { cutText } from './text.ts';

/** Letters in the order of Unicode's root collation (CLDR), which differs from that of their code points. */
const alphabets = [
  'ءٴٲٱٳاٮبٻپڀتثٹٺټٽٿجڃڄچڿڇحخځڂڅدذڈډڊڋڌڍڎڏڐۮرزڑڒړڔڕږڗژڙۯسشښڛڜۺصضڝڞۻطظڟعغڠۼفڡڢڣڤڥڦٯقڧڨکڪګڬڭڮگڰڱڲڳڴػؼلڵڶڷڸمنںڻڼڽڹہۿوۥۄۅۆۇۈۉۊۋۏۦیۍێېۑؽؾؿؠے',
  'аәӕбвгґғӻҕӷдђҙеєжҗзѕӡиҋіјкқӄҡҟҝлӆљмӎнӊңӈҥњоөпҧҁрҏсҫтҭћуүұѹфхӽӿҳһѡѿѽѻцҵчҷӌҹҽҿџшщъыьҍѣэюяѥѧѫѩѭѯѱѳѵҩӏ',
];
/** Latin letters that Unicode does not decompose, by the letter that they follow. */
const followers = { b: 'ɓ', d: 'ɗ', e: 'əɛ', k: 'ƙ', n: 'ŋ', o: 'ɔ', y: 'ƴ' };

const places = new Map<string, string>([
  ...alphabets.flatMap((alphabet) => {
    const codePoints = [...alphabet].toSorted();
    return [...alphabet].map((letter, index) => [letter, codePoints[index] ?? letter] as const);
  }),
  ...Object.entries(followers).flatMap(([letter, others]) =>
    [...others].map((other, index) => [other, `${letter}\u024f${index}`] as const),
  ),
]);
const placed = new RegExp(`[${[...places.keys()].join('')}]`, 'g');

/** Returns a number that is compared as text: its count of digits comes first. Each ":" stands for nine more. */
function toSortableNumber(digits: string): string {
  const number = digits.replace(/^0+/, '');
  return `${':'.repeat(Math.max(0, Math.ceil(number.length / 9) - 1))}${countOf(number)}${number}`;
}

/** 0 for no digit, else 1 to 9. */
const countOf = ({ length }: string) => (length === 0 ? 0 : ((length - 1) % 9) + 1);

/** In JavaScript, characters beyond U+FFFF are less than those from U+E000; in databases they are greater. */
const inOneOrder = (text: string): string =>
  text
    .toWellFormed()
    .replace(
      /[\ue000-\uffff]/g,
      (end) => `\ud7fe${String.fromCharCode(end.charCodeAt(0) - 0x8000)}`,
    );

/** Lines of a key, and the most characters of each, so that PostgreSQL can index the key. */
const longest = { letters: 200, accents: 100, text: 100 };

/**
 * Returns the key that a text is sorted by, here and in both databases, compared character by character: first its search
 * form, with numbers by their value; then its accents; then its case. The order is that of Unicode's root collation.
 */
export function sortKey(text: string): string {
  const letters = searchForm(text)
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[0-9]+/g, toSortableNumber)
    .replace(placed, (letter) => places.get(letter) ?? letter);
  const accents = foldCase(normalise('NFKD', text));
  return [
    cutText(inOneOrder(letters), longest.letters),
    cutText(inOneOrder(accents), longest.accents),
    cutText(inOneOrder(normalise('NFC', text)), longest.text),
  ].join('\n');
}

/** Compares two sort keys, or two other texts by their characters. */
export const compareKeys = (one: string, other: string): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** Returns a comparison of texts that computes the key of each once. */
export function createTextComparer(): (one: string, other: string) => number {
  const keys = new Map<string, string>();
  const keyOf = (text: string) => {
    const key = keys.get(text) ?? sortKey(text);
    keys.set(text, key);
    return key;
  };
  return (one, other) => compareKeys(keyOf(one), keyOf(other));
}

export const sortTexts = (texts: Iterable<string>): string[] =>
  sortByText([...texts], (text) => text);

/** Returns the rows sorted by a text of each; rows of one text keep their order. */
export function sortByText<Row>(rows: readonly Row[], textOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, key: sortKey(textOf(row)) }))
    .sort((one, other) => compareKeys(one.key, other.key))
    .map(({ row }) => row);
}
