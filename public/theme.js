// What has to be right before the first paint: the theme, and which of the HTML that the build rendered may be seen.
(function () {
  var root = document.documentElement;
  // The person's choice, else the system's.
  var choice = null;
  try {
    choice = localStorage.getItem('territorio-theme');
  } catch (e) {
    // Blocked storage: follow the system.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', dark);
  var meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute('content', dark ? '#10132c' : '#ffffff');

  // Who has a session is not asked to register, not even until the app has looked.
  try {
    root.classList.toggle('known-person', localStorage.getItem('territorio-auth') !== null);
  } catch (e) {
    // Blocked storage: a guest.
  }
  // A host may send the home page's file for an address that it has no file for: that is not to be seen there.
  var page = root.getAttribute('data-page');
  root.classList.toggle('other-page', page !== null && page !== location.pathname);
})();
