# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of docs/reference-campaign.md, drawn from the tables of that page.
# usage: gnuplot docs/pictures/reference-campaign.gp        in the root of the repository
PAGE = "docs/reference-campaign.md"
FOLDER = "docs/pictures/"
rows(heading) = sprintf("< sed -n '/^### %s/,/^##* [^#]/{/^### %s/d;p}' %s | grep '^| ' | tail -n +2", \
                        heading, heading, PAGE)

set datafile separator "|"
set style data histograms
set style histogram clustered gap 1
set style fill solid border -1
set boxwidth 0.9
set grid ytics lc rgb "#cccccc"
set key outside top center horizontal
set linetype 1 lc rgb "#444444"
set linetype 2 lc rgb "#8cb8dc"
set linetype 3 lc rgb "#1f5f9e"
set xtics nomirror
set ytics nomirror
set border 3

do for [i = 1:3] {
  heading = word("Overall W2 W3", i)
  name = word("throughput third-flow response-time", i)
  set terminal svg size 800,(i == 1 ? 330 : 260) font "sans,12" background "white"
  set output FOLDER . "reference-" . name . ".svg"
  set ylabel i == 3 ? "s" : "B/s"
  set yrange [0:*]
  if (i == 1) { set xtics rotate by -35 } else { set xtics norotate }
  plot rows(heading) using 3:xtic(2) title "published", "" using 4 title "today's TCP", \
       "" using 5 title "legacy TCP"
}
