/** "+92 300 1234567" of the stored "+92 3001234567": the number of a country is easier to read in two. */
export function formatPhone(phone: string): string {
  const [country = '', digits = ''] = phone.split(' ');
  return digits.length > 7 ? `${country} ${digits.slice(0, 3)} ${digits.slice(3)}` : phone;
}
