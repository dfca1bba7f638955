import type { Texts } from '../texts.ts';

export const signIn: Texts['signIn'] = {
  title: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  passwordHelp: 'The first time: the password from the SMS.',
  button: 'Sign in',
  refused: 'E-mail or password is wrong.',
  help: 'No access, or forgotten the password? The admins of your company can send a new link.',
  signedOut: 'You are signed out.',
  sessionEnded: {
    kept: 'Your sign-in had ended before the form was sent. Sign in, and the form comes back as you left it.',
    tooLong:
      'Your sign-in had ended, and the form was too long to be kept: nothing was saved. Sign in and fill it in again.',
    lost: 'Your sign-in had ended, and nothing was saved. Sign in and do it again.',
  },
  otherLanguage: 'עברית',
  changeTitle: 'Choose a password',
  changeLead: 'The password from the SMS works for one sign-in. Choose your own before you continue.',
  newPassword: 'New password',
  newPasswordHelp: 'At least 10 characters, and hard to guess: several words are better than special characters.',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  passwordNotNew: 'Choose a password that is neither the e-mail address nor the password before.',
  changeButton: 'Save the password',
  changed: 'The password is saved.',
  confirmTitle: 'One moment: your password',
  confirmLead: 'What comes next can give somebody access or send data out, so please enter your password again.',
  confirmButton: 'Continue',
  wrongPassword: 'The password is wrong, or there were too many attempts.',
};
