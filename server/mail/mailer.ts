export type Mailer = {
  /** Makes the email worker look for due emails immediately. */
  wake(): void;
};
