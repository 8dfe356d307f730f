import { Parser } from 'saxen';

export type GetAttribute = (name: string) => string | undefined;

export type XmlHandlers = {
  /** `name` has no namespace prefix. */
  open?: (name: string, attribute: GetAttribute) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

const stripPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/** Ignores DTDs and custom entities. Throws if the XML is not well-formed. */
export function parseXml(xml: string, { open, close, text }: XmlHandlers): void {
  new Parser()
    .on('openTag', (name, attributes, decode) =>
      open?.(stripPrefix(name), (attribute) => {
        const value = attributes()[attribute];
        return value === undefined ? undefined : decode(value);
      }),
    )
    .on('closeTag', (name) => close?.(stripPrefix(name)))
    .on('text', (value, decode) => text?.(decode(value)))
    .on('cdata', (value) => text?.(value))
    .on('warn', () => undefined)
    .on('error', (error) => {
      throw error;
    })
    .parse(xml);
}
