// Follows the colour mode of the device. It runs before the page is drawn, so that nothing flashes.
const isDark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.setAttribute('data-bs-theme', isDark.matches ? 'dark' : 'light');
follow();
isDark.addEventListener('change', follow);
