export const examinerNames = ['Dr. Farah Naz', 'Engr. Salman Yousaf', 'Dr. Uzma Rauf'];

export const studentNames = [
  'Ayesha Khan',
  'Bilal Ahmed',
  'Hira Malik',
  'Usman Tariq',
  'Zainab Qureshi',
  'Hamza Sheikh',
  'Mahnoor Butt',
  'Daniyal Raza',
  'Iqra Aslam',
  'Saad Mehmood',
  'Noor Fatima',
  'Taha Siddiqui',
  'Rabia Anwar',
  'Faizan Ali',
  'Maryam Javed',
  'Shahzaib Akhtar',
  'Laiba Noor',
  'Ahsan Iqbal',
  'Komal Riaz',
  'Junaid Mirza',
];

export const projectTitles: { title: string; category: string }[] = [
  { title: 'Campus bus tracker with arrival estimates', category: 'App Development' },
  { title: 'Urdu handwriting recognition for school forms', category: 'AI Base project' },
  { title: 'Greenhouse monitor with low-power sensors', category: 'IOT' },
  { title: 'Lost-and-found portal for university hostels', category: 'Web Development' },
  { title: 'Network intrusion alerts for small offices', category: 'Networking' },
  { title: 'Crop disease detection from leaf photographs', category: 'AI Base project' },
  { title: 'Blood donor matching for city hospitals', category: 'App Development' },
  { title: 'Timetable planner that respects room limits', category: 'Web Development' },
  { title: 'Smart energy meter with a monthly forecast', category: 'IOT' },
  { title: 'Software-defined network lab for students', category: 'Networking' },
  { title: 'Sign-language tutor with live feedback', category: 'AI Base project' },
  { title: 'Second-hand book exchange for freshmen', category: 'Web Development' },
];

export const sampleFeedback = [
  'Clear aims and a realistic plan. Keep the scope as it is.',
  'Good progress; the report should say what was measured and how.',
  'Well presented. Prepare for questions on the choice of data.',
  'The literature review is thin: add at least five recent papers.',
  'Steady work, shared evenly in the team.',
];
