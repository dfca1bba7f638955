/*
 * A guide of /docs: opens the section that a link leads to, and shows only the sections with the words that are searched.
 */

const sections = [...document.querySelectorAll('details.section')];

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const section = target?.closest('details.section');
  if (section == null) return;
  section.open = true;
  target.scrollIntoView();
}

function search() {
  const words = this.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = sections.filter((section) => {
    const text = section.textContent.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  for (const section of sections) {
    section.hidden = !found.includes(section);
    section.open = words.length > 0 && found.includes(section);
  }
  document.getElementById('found').textContent = words.length === 0 ? '' : `${found.length} sections`;
}

addEventListener('hashchange', openTarget);
addEventListener('beforeprint', () => {
  for (const section of sections) section.open = true;
});
document.getElementById('search').addEventListener('input', search);
openTarget();
