export type Mailer = {
  /** Lets the email worker look for due emails at once. */
  wake(): void;
};
