/** Formats "+92 3001234567" as "+92 300 1234567". */
export function formatPhone(phone: string): string {
  const [country = '', digits = ''] = phone.split(' ');
  return digits.length > 7 ? `${country} ${digits.slice(0, 3)} ${digits.slice(3)}` : phone;
}
