import { Sentence } from '#client/ui/sentence.tsx';
import classes from './print-sheet.module.css';

type PrintHeadProps = {
  /** What the sheet is: "Marks of Ali Khan". */
  title: string;
  /** Whose it is, a line each: university and department, session. */
  lines: readonly string[];
  /** When it was printed, in words. */
  date: string;
};

/** The head of a printed sheet; on the screen it is not there. */
export function PrintHead({ title, lines, date }: PrintHeadProps) {
  return (
    <header className={classes.head}>
      {lines.map((line) => (
        <p key={line}>
          <Sentence text={line} />
        </p>
      ))}
      <p className={classes.title}>
        <Sentence text={title} />
      </p>
      <p>Printed on {date}</p>
    </header>
  );
}

/** Lines to sign on at the end of a printed sheet, one for each office or person. */
export function SignatureLines({ signers }: { signers: readonly string[] }) {
  return (
    <ul className={classes.signatures}>
      {signers.map((signer) => (
        <li key={signer}>
          <Sentence text={signer} />, date and signature
        </li>
      ))}
    </ul>
  );
}
