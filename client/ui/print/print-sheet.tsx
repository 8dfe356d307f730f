import { BidiSentence } from '#client/ui/sentence.tsx';
import classes from './print-sheet.module.css';

type PrintHeadProps = {
  title: string;
  lines: readonly string[];
  date: string;
  /** Name of the portal. */
  source: string;
};

export function PrintHeader({ title, lines, date, source }: PrintHeadProps) {
  return (
    <header className={`onPaper ${classes.head}`}>
      {lines.map((line) => (
        <p key={line}>
          <BidiSentence text={line} />
        </p>
      ))}
      <p className={classes.title}>
        <BidiSentence text={title} />
      </p>
      <p>
        <BidiSentence text={`Printed on ${date} · ${source}`} />
      </p>
    </header>
  );
}

export function SignatureLines({ signers }: { signers: readonly string[] }) {
  return (
    <ul className={`plain onPaper ${classes.signatures}`}>
      {signers.map((signer) => (
        <li key={signer}>
          <BidiSentence text={signer} />, date and signature
        </li>
      ))}
    </ul>
  );
}
