import { getFormatFromId } from 'numfmt';
import type { SheetInfo } from './sheet.ts';
import { parseXml } from './xml.ts';
import type { ZipArchive } from './zip.ts';

type Relation = { id: string; type: string; path: string };

/** Returns OOXML relationships with absolute target paths. */
function readRelations(zip: ZipArchive, path: string): Relation[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations: Relation[] = [];
  parseXml(zip.read(`${folder}_rels/${path.slice(folder.length)}.rels`) ?? '<none/>', {
    open: (name, attribute) => {
      if (name !== 'Relationship') return;
      const target = new URL(attribute('Target') ?? '', `zip:/${folder}`).pathname.slice(1);
      relations.push({
        id: attribute('Id') ?? '',
        // Remove the namespace URL, which differs between transitional and strict OOXML.
        type: (attribute('Type') ?? '').replace(/^.*\//, ''),
        path: decodeURIComponent(target),
      });
    },
  });
  return relations;
}

export type Workbook = {
  sheets: (SheetInfo & { path: string })[];
  is1904: boolean;
  stylesPath: string | undefined;
  stringsPath: string | undefined;
};

/** Reads the list of worksheets, without chart sheets, and the paths of the styles and shared strings. */
export function readWorkbook(zip: ZipArchive): Workbook {
  const main = readRelations(zip, '').find(({ type }) => type === 'officeDocument');
  const path = main?.path ?? 'xl/workbook.xml';
  const relations = readRelations(zip, path);
  const pathOf = (kind: string) => relations.find(({ type }) => type === kind)?.path;
  const workbook: Workbook = {
    sheets: [],
    is1904: false,
    stylesPath: pathOf('styles'),
    stringsPath: pathOf('sharedStrings'),
  };
  parseXml(zip.read(path) ?? '', {
    open: (name, attribute) => {
      if (name === 'workbookPr') workbook.is1904 = isTrueAttribute(attribute('date1904'));
      if (name !== 'sheet') return;
      const part = relations.find(({ id }) => id === attribute('r:id'));
      if (part?.type !== 'worksheet') return;
      const isHidden = (attribute('state') ?? 'visible') !== 'visible';
      workbook.sheets.push({ name: attribute('name') ?? '', isHidden, path: part.path });
    },
  });
  return workbook;
}

export const isTrueAttribute = (value: string | undefined) => value === '1' || value === 'true';

export function readNumberFormats(xml: string): string[] {
  const custom = new Map<string, string>();
  const formats: string[] = [];
  let isInCellXfs = false;
  parseXml(xml, {
    open: (name, attribute) => {
      if (name === 'numFmt') custom.set(attribute('numFmtId') ?? '', attribute('formatCode') ?? '');
      else if (name === 'cellXfs') isInCellXfs = true;
      else if (name === 'xf' && isInCellXfs) {
        const id = attribute('numFmtId') ?? '0';
        formats.push(custom.get(id) ?? getFormatFromId(Number(id)) ?? 'General');
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCellXfs = false;
    },
  });
  return formats;
}

/** Returns the shared strings as plain text, without phonetic hints. */
export function readSharedStrings(xml: string): string[] {
  const strings: string[] = [];
  const reader = new RichTextReader();
  parseXml(xml, {
    open: (name) => {
      if (name === 'si') reader.start();
      else reader.open(name);
    },
    text: (text) => reader.add(text),
    close: (name) => {
      if (name === 'si') strings.push(reader.text);
      else reader.close(name);
    },
  });
  return strings;
}

/** Joins `<t>` elements outside `<rPh>`, which contains phonetic hints. */
export class RichTextReader {
  #text = '';
  #isInText = false;
  #isPhonetic = false;

  start(): void {
    this.#text = '';
  }
  open(name: string): void {
    if (name === 'rPh') this.#isPhonetic = true;
    if (name === 't') this.#isInText = true;
  }
  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    if (name === 't') this.#isInText = false;
  }
  add(text: string): void {
    if (this.#isInText && !this.#isPhonetic) this.#text += text;
  }
  get text(): string {
    return unescapeExcelText(this.#text);
  }
}

/** Decodes escapes such as `_x000D_` for characters that XML does not allow. */
export const unescapeExcelText = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
