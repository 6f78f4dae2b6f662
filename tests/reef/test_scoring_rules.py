"""Scoring a pattern in Reef: rules R16 to R22. Most tests place the pieces of the played card out of the way."""

from pathlib import Path

import atoll
from atoll.games.reef.view.events import Score
from reef.build_positions import EMPTY, REEF, START, board, gained, play, position, rows

MIRRORED = {"mirror_patterns": "yes"}


def edition_with_card_42(folder: Path, name: str, pattern: str) -> atoll.Edition:
    """Return an edition whose card 42 (two yellow pieces, 4 points) asks for another pattern."""
    standard = 'pattern = [\n    "r .",\n    "r r",\n]'
    text = REEF.standard.text
    assert text.count(standard) == 1
    file = folder / f"{name}.toml"
    changed = text.replace('edition = "standard"', f'edition = "{name}"').replace(standard, f"pattern = {pattern}")
    file.write_text(changed, encoding="utf-8")
    return REEF.edition(file)


def chiral(folder: Path) -> atoll.Edition:
    """Return an edition whose card 42 asks for a pattern that is not its own mirror image."""
    return edition_with_card_42(folder, "chiral", '["r g", ". p"]')


# R16: the value for each occurrence


def test_R16_no_occurrence_scores_nothing() -> None:
    reef = """
        r  .  .  .
        .  g  .  .
        .  .  .  .
        .  .  .  .
    """
    assert gained(reef, "play 23", "p d4", "p d4") == 0


def test_R16_one_occurrence_scores_the_value_once() -> None:
    reef = """
        r  g  .  .
        .  .  .  .
        .  .  .  .
        .  .  .  .
    """
    assert gained(reef, "play 23", "p d4", "p d4") == 3


def test_R16_each_occurrence_scores_the_value() -> None:
    reef = """
        r  g  .  r
        .  .  .  g
        r  .  .  .
        g  .  .  .
    """
    assert gained(reef, "play 23", "p d4", "p d4") == 9


def test_R16_each_match_of_a_single_cell_counts() -> None:
    reef = """
        g  g  .  .
        .  g  r  .
        .  .  g  .
        .  .  .  g
    """
    assert gained(reef, "play 1", "r a4", "r a4") == 5


# R17: only the view from above


def test_R17_the_top_piece_gives_a_stack_its_colour() -> None:
    reef = """
        pppr  yg  .  .
        .     .   .  .
        .     .   .  .
        .     .   .  .
    """
    assert gained(reef, "play 23", "p d4", "p d4") == 3


def test_R17_buried_pieces_do_not_count() -> None:
    reef = """
        rp  gy  .  .
        .   .   .  .
        .   .   .  .
        .   .   .  .
    """
    assert gained(reef, "play 23", "p d4", "p d4") == 0


def test_R17_height_is_all_pieces_of_a_stack_whatever_their_colours() -> None:
    reef = """
        ggr  .  .  .
        .    .  .  .
        .    .  .  .
        .    .  .  .
    """
    assert gained(reef, "play 10", "y d4", "y d4") == 4


def test_R17_a_stack_counts_once_however_many_pieces_of_a_colour_it_has() -> None:
    reef = """
        gggg  .  .  .
        .     .  .  .
        .     .  .  .
        .     .  .  .
    """
    assert gained(reef, "play 1", "r d4", "r d4") == 1


# R18: turning and mirroring


def test_R18_a_pattern_as_it_is_drawn() -> None:
    reef = """
        .  .  .  .
        .  r  .  .
        .  r  r  .
        .  .  .  .
    """
    assert gained(reef, "play 42", "y a1", "y a1") == 4


def test_R18_a_pattern_turned_by_90_degrees() -> None:
    reef = """
        .  .  .  .
        .  r  r  .
        .  r  .  .
        .  .  .  .
    """
    assert gained(reef, "play 42", "y a1", "y a1") == 4


def test_R18_a_pattern_turned_by_180_degrees() -> None:
    reef = """
        .  .  .  .
        .  r  r  .
        .  .  r  .
        .  .  .  .
    """
    assert gained(reef, "play 42", "y a1", "y a1") == 4


def test_R18_a_pattern_turned_by_270_degrees() -> None:
    reef = """
        .  .  .  .
        .  .  r  .
        .  r  r  .
        .  .  .  .
    """
    assert gained(reef, "play 42", "y a1", "y a1") == 4


def test_R18_a_line_may_stand_or_lie_but_not_bend_or_slant() -> None:
    standing = """
        .  r  .  .
        .  r  .  .
        .  r  .  .
        .  .  .  .
    """
    lying = """
        .  .  .  .
        .  .  .  .
        .  .  .  .
        .  r  r  r
    """
    bent = """
        .  .  .  .
        .  .  .  .
        .  .  .  r
        .  .  r  r
    """
    slanting = """
        .  .  .  .
        .  r  .  .
        .  .  r  .
        .  .  .  r
    """
    assert gained(standing, "play 46", "p a1", "y a1") == 4
    assert gained(lying, "play 46", "p a1", "y a1") == 4
    assert gained(bent, "play 46", "p a1", "y a1") == 0
    assert gained(slanting, "play 46", "p a1", "y a1") == 0


def test_R18_a_diagonal_may_slant_in_both_directions() -> None:
    falling = """
        r  .  .  .
        .  r  .  .
        .  .  r  .
        .  .  .  .
    """
    rising = """
        .  .  .  .
        .  .  .  r
        .  .  r  .
        .  r  .  .
    """
    assert gained(falling, "play 40", "p a4", "p a4") == 4
    assert gained(rising, "play 40", "p a1", "p a1") == 4


def test_R18_a_pattern_does_not_reach_over_the_edge() -> None:
    reef = """
        .  .  .  r
        g  .  .  .
        .  .  .  .
        .  .  .  .
    """
    assert gained(reef, "play 23", "p d4", "p d4") == 0


def test_R18_a_chiral_pattern_counts_in_all_four_quarter_turns(tmp_path: Path) -> None:
    reef = """
        r  g  .  r
        .  p  p  g
        p  .  g  p
        g  r  r  .
    """
    # Upright on a1, turned by 90 degrees on c1, by 180 on a3, by 270 on c3.
    assert gained(reef, "play 42", "y c1", "y d4", edition=chiral(tmp_path)) == 16


def test_R18_mirrored_occurrences_do_not_count(tmp_path: Path) -> None:
    reef = """
        g  r  .  .
        p  .  .  .
        .  .  .  .
        .  .  .  .
    """
    assert gained(reef, "play 42", "y d4", "y d4", edition=chiral(tmp_path)) == 0


def test_R18_mirrored_occurrences_count_with_mirror_patterns(tmp_path: Path) -> None:
    reef = """
        g  r  .  .
        p  .  .  .
        .  .  .  .
        .  .  .  .
    """
    assert gained(reef, "play 42", "y d4", "y d4", edition=chiral(tmp_path), options=MIRRORED) == 4


def test_R18_mirrored_and_turned_occurrences_count_with_mirror_patterns(tmp_path: Path) -> None:
    reef = """
        .  .  .  .
        .  .  .  .
        .  p  g  .
        .  .  r  .
    """
    assert gained(reef, "play 42", "y a1", "y a1", edition=chiral(tmp_path)) == 0
    assert gained(reef, "play 42", "y a1", "y a1", edition=chiral(tmp_path), options=MIRRORED) == 4


def test_R18_plain_and_mirrored_occurrences_add_up_with_mirror_patterns(tmp_path: Path) -> None:
    reef = """
        r  g  g  r
        .  p  p  .
        .  .  .  .
        .  .  .  .
    """
    assert gained(reef, "play 42", "y d4", "y d4", edition=chiral(tmp_path)) == 4
    assert gained(reef, "play 42", "y d4", "y d4", edition=chiral(tmp_path), options=MIRRORED) == 8


def test_R18_a_pattern_that_is_its_own_mirror_image_counts_once_with_mirror_patterns() -> None:
    reef = """
        r  .  .  .
        r  r  .  .
        .  .  .  .
        .  .  .  .
    """
    assert gained(reef, "play 42", "y d4", "y d4", options=MIRRORED) == 4


# R19: what a cell asks for


def test_R19_without_a_number_any_height_fits() -> None:
    reef = """
        g   .    .     .
        .   rg   .     .
        .   .    rrg   .
        .   .    .     rrrg
    """
    assert gained(reef, "play 1", "r a4", "r a4") == 4


def test_R19_a_number_asks_for_exactly_that_height() -> None:
    reef = """
        y   .    .     .
        .   ry   .     .
        .   .    rry   .
        .   .    .     rrry
    """
    # Cards 5, 11 and 14 ask for yellow of height 2, 3 and 4.
    assert gained(reef, "play 5", "r a4", "r a4") == 2
    assert gained(reef, "play 11", "g a4", "g a4") == 4
    assert gained(reef, "play 14", "r a4", "g a4") == 5


def test_R19_a_number_asks_for_the_colour_too() -> None:
    reef = """
        yr  yg  yp  .
        .   .   .   .
        .   .   .   .
        .   .   .   .
    """
    assert gained(reef, "play 5", "r d4", "r d4") == 0


def test_R19_every_cell_with_a_number_must_fit() -> None:
    reef = """
        gr   gr   .  gr
        .    .    .  r
        ggr  .    .  .
        gr   .    .  .
    """
    # Card 30: 5 points for two red stacks of height 2 side by side; only a1 and b1 match.
    assert gained(reef, "play 30", "p d4", "p d4") == 5


def test_R19_a_plus_asks_for_that_height_or_more() -> None:
    exact = """
        gp  .   .  .
        .   gr  .  .
        .   .   .  .
        .   .   .  .
    """
    higher = """
        ggp  .     .  .
        .    pppr  .  .
        .    .     .  .
        .    .     .  .
    """
    # Card 31: 5 points for purple and red of height 2 or more, corner to corner.
    assert gained(exact, "play 31", "g d4", "g d4") == 5
    assert gained(higher, "play 31", "g d4", "g d4") == 5


def test_R19_a_plus_refuses_a_lower_stack() -> None:
    reef = """
        ggp  .  .  .
        .    r  .  .
        .    .  .  .
        .    .  .  .
    """
    assert gained(reef, "play 31", "g d4", "g d4") == 0


def test_R19_a_plus_refuses_another_colour() -> None:
    reef = """
        ggp  .   .  .
        .    ry  .  .
        .    .   .  .
        .    .   .  .
    """
    assert gained(reef, "play 31", "g d4", "g d4") == 0


def test_R19_a_wild_cell_with_a_number_asks_for_the_height_only() -> None:
    reef = """
        rr  gy  .    .
        rg  yp  .    .
        r   .   rrr  .
        .   .   .    yyyy
    """
    # Cards 17, 18 and 19: 1, 2 and 3 points for each stack of height 2, 3 and 4.
    assert gained(reef, "play 17", "r c1", "p d1") == 4
    assert gained(reef, "play 18", "y c1", "g d1") == 2
    assert gained(reef, "play 19", "r c1", "p d1") == 3


def test_R19_two_wild_cells_may_differ_in_colour() -> None:
    reef = """
        yr  rp  .  .
        .   .   .  .
        .   .   .  .
        .   .   .  .
    """
    # Card 20: 2 points for two stacks of height 2 side by side.
    assert gained(reef, "play 20", "y c4", "g d4") == 2


def test_R19_a_wild_cell_without_a_number_takes_every_stack(tmp_path: Path) -> None:
    reef = """
        r  g  .  .
        .  .  .  .
        r  .  r  .
        p  .  r  ggyy
    """
    # Red next to anything: a1 with b1, a3 with a4, and c4 with either c3 or d4.
    edition = edition_with_card_42(tmp_path, "wild", '["r *"]')
    assert gained(reef, "play 42", "y d1", "y d2", edition=edition) == 12


def test_R19_a_wild_cell_never_takes_an_empty_space(tmp_path: Path) -> None:
    reef = """
        r  .  .  .
        .  .  .  .
        .  .  r  .
        .  .  .  .
    """
    edition = edition_with_card_42(tmp_path, "wild", '["r *"]')
    assert gained(reef, "play 42", "y d1", "y d1", edition=edition) == 0


def test_R19_a_wild_cell_with_a_plus_asks_for_that_height_or_more(tmp_path: Path) -> None:
    reef = """
        r  gp  .  r
        .  .   .  p
        .  .   .  .
        r  rrg .  .
    """
    edition = edition_with_card_42(tmp_path, "wild_plus", '["r *2+"]')
    assert gained(reef, "play 42", "y d4", "y d4", edition=edition) == 8


def test_R19_each_of_four_different_cells_must_fit_in_its_place(tmp_path: Path) -> None:
    edition = edition_with_card_42(tmp_path, "four", '["r g2", "p3+ *"]')
    upright_on_c3_and_turned_on_a1 = """
        y   yyyp  .    .
        yg  r     .    .
        .   .     r    rg
        .   .     ggp  y
    """
    each_with_one_wrong_cell = """
        y  yyyp  .   .
        g  r     .   .
        .  .     r   rg
        .  .     gp  y
    """
    assert gained(upright_on_c3_and_turned_on_a1, "play 42", "y d1", "y d1", edition=edition) == 8
    assert gained(each_with_one_wrong_cell, "play 42", "y d1", "y d1", edition=edition) == 0


def test_R19_an_unasked_space_may_be_empty_or_covered() -> None:
    empty_between = """
        r  .  .  .
        .  r  .  .
        .  .  r  .
        .  .  .  .
    """
    covered_between = """
        r   g  yy  .
        p   r  ry  .
        gg  y  r   .
        .   .  .   .
    """
    assert gained(empty_between, "play 40", "p d4", "p d4") == 4
    assert gained(covered_between, "play 40", "p d4", "p d4") == 4


# R20: no top piece twice, and the best division


def test_R20_occurrences_do_not_share_a_piece() -> None:
    reef = """
        g  r  g  .
        .  g  .  .
        .  .  .  .
        .  .  .  .
    """
    assert gained(reef, "play 23", "p d4", "p d4") == 3


def test_R20_three_in_a_row_are_one_pair() -> None:
    reef = """
        gr  gr  gr  .
        .   .   .   .
        .   .   .   .
        .   .   .   .
    """
    assert gained(reef, "play 30", "p d4", "p d4") == 5


def test_R20_four_in_a_row_are_two_pairs() -> None:
    reef = """
        gr  gr  gr  gr
        .   .   .   .
        .   .   .   .
        .   .   .   .
    """
    assert gained(reef, "play 30", "p d4", "p d4") == 10


def test_R20_the_square_found_first_is_not_the_best() -> None:
    reef = """
        .  r  r  .
        r  r  r  r
        r  r  r  r
        .  .  .  .
    """
    # Choosing b1 to c2 leaves no other square; a2 to b3 and c2 to d3 make two.
    assert gained(reef, "play 52", "p d4", "p d4") == 12


def test_R20_pairs_are_not_divided_greedily() -> None:
    reef = """
        r  g  r  .
        g  .  r  g
        .  .  g  .
        .  .  r  .
    """
    # a1 must go with a2, or both a2 and c1 are left; c2 must go with d2, or both d2 and c4 are left.
    assert gained(reef, "play 23", "p d4", "p d4") == 12


def test_R20_corners_are_not_divided_greedily() -> None:
    reef = """
        r  r  r  .
        .  r  r  .
        r  r  .  .
        .  .  .  .
    """
    # Every corner that includes a1 leaves no other; b1, c1, c2 and b2, a3, b3 make two.
    assert gained(reef, "play 42", "y d4", "y d4") == 8


def test_R20_a_ring_of_corners_is_divided_at_the_right_place() -> None:
    reef = """
        r  r  r  .
        r  .  r  .
        r  r  .  .
        .  .  .  .
    """
    # The corner at a1 overlaps both others; without it, b1, c1, c2 and a2, a3, b3 make two.
    assert gained(reef, "play 42", "y d4", "y d4") == 8


def test_R20_diagonals_are_not_divided_greedily() -> None:
    reef = """
        r  .  r  .
        .  r  .  r
        r  .  r  .
        .  r  .  .
    """
    # The diagonal from a1 crosses both others; without it, c1, b2, a3 and d2, c3, b4 make two.
    assert gained(reef, "play 40", "p d4", "p d4") == 8


def test_R20_lines_are_not_divided_greedily() -> None:
    arch = """
        r  r  r  .
        r  .  r  .
        r  .  r  .
        .  .  .  .
    """
    fork = """
        r  r  r  .
        r  .  .  .
        r  r  r  .
        .  .  .  .
    """
    # Choosing the top of the arch, or the spine of the fork, leaves no other line.
    assert gained(arch, "play 46", "p d4", "y d4") == 8
    assert gained(fork, "play 46", "p d4", "y d4") == 8


def test_R20_a_full_board_of_pairs() -> None:
    reef = """
        r  g  r  g
        g  r  g  r
        r  g  r  g
        g  r  g  r
    """
    # The two purple pieces cover one red and one green top piece; the other fourteen make seven pairs.
    assert gained(reef, "play 23", "p a1", "p b1") == 21


def test_R20_a_full_board_of_squares_of_one_colour() -> None:
    reef = """
        r  r  r  r
        r  r  r  r
        r  r  r  r
        r  r  r  r
    """
    # Card 52 covers two corners of the same square: three squares remain.
    assert gained(reef, "play 52", "p a1", "p b2") == 18


# R21: special cards


def test_R21_two_points_for_each_purple_next_to_the_tallest_yellow() -> None:
    # The rulebook's example: card 53.
    reef = """
        p    .    .  .
        .    ry   p  .
        .    pp   .  .
        p    .    .  y
    """
    assert gained(reef, "play 53", "r d1", "r d1") == 6


def test_R21_all_eight_neighbours_count() -> None:
    reef = """
        p  p  p  .
        p  y  p  .
        p  p  p  .
        .  .  .  p
    """
    assert gained(reef, "play 53", "r d1", "r d1") == 16


def test_R21_in_a_corner_there_are_three_neighbours() -> None:
    reef = """
        y  p  .  .
        p  p  .  .
        .  .  .  p
        p  .  .  p
    """
    assert gained(reef, "play 53", "r d1", "r d1") == 6


def test_R21_neighbours_do_not_wrap_around_the_edge() -> None:
    reef = """
        .  .  .  p
        y  .  .  p
        .  .  .  p
        .  .  .  .
    """
    assert gained(reef, "play 53", "r d4", "r d4") == 0


def test_R21_neighbours_may_have_any_height() -> None:
    reef = """
        p  gp  .     .
        .  y   gggp  .
        .  .   .     .
        .  .   .     .
    """
    assert gained(reef, "play 53", "r d4", "r d4") == 6


def test_R21_buried_neighbours_do_not_count() -> None:
    reef = """
        pg  p  .  .
        .   y  .  .
        .   .  .  .
        .   .  .  .
    """
    assert gained(reef, "play 53", "r d4", "r d4") == 2


def test_R21_only_the_tallest_stack_counts() -> None:
    reef = """
        y  p  .  .
        p  p  .  .
        .  .  .  p
        .  .  .  ry
    """
    assert gained(reef, "play 53", "r a4", "r a4") == 2


def test_R21_taller_stacks_of_other_colours_do_not_matter() -> None:
    reef = """
        y  p     .  .
        p  gggg  .  .
        .  .     .  rrrp
        .  .     .  .
    """
    assert gained(reef, "play 53", "r a4", "r a4") == 4


def test_R21_of_several_tallest_stacks_the_one_that_scores_most_is_used() -> None:
    first_is_better = """
        ry  p  .  .
        p   p  .  .
        .   .  .  p
        .   .  .  gy
    """
    last_is_better = """
        ry  p  .  .
        .   .  .  .
        .   .  p  p
        .   .  .  gy
    """
    assert gained(first_is_better, "play 53", "r a4", "r a4") == 6
    assert gained(last_is_better, "play 53", "r a4", "r a4") == 4


def test_R21_of_several_tallest_stacks_only_one_is_used() -> None:
    reef = """
        y  .  .  .
        p  .  .  .
        .  .  p  .
        .  .  .  y
    """
    assert gained(reef, "play 53", "r d1", "r d1") == 2


def test_R21_a_lower_stack_that_would_score_more_is_not_used() -> None:
    reef = """
        ry  p  .  .
        p   p  .  .
        .   .  .  .
        .   .  .  rry
    """
    assert gained(reef, "play 53", "r a4", "r a4") == 0


def test_R21_without_the_colour_on_top_there_are_no_points() -> None:
    reef = """
        p  p  p  .
        p  g  p  .
        p  p  p  .
        .  .  .  .
    """
    assert gained(reef, "play 53", "r d4", "r d4") == 0


def test_R21_a_buried_piece_is_never_the_tallest() -> None:
    reef = """
        yyyr  p  .  .
        p     p  .  .
        .     .  .  p
        .     .  .  y
    """
    # The yellow pieces of a1 lie under red: the tallest yellow is d4.
    assert gained(reef, "play 53", "r a4", "r a4") == 2


def test_R21_if_all_pieces_of_the_colour_are_buried_there_are_no_points() -> None:
    reef = """
        yyyr  p  .  .
        p     p  .  .
        .     .  .  .
        .     .  .  .
    """
    assert gained(reef, "play 53", "r a4", "r a4") == 0


def test_R21_each_special_card_has_its_own_two_colours() -> None:
    reef = """
        .  .  .  .
        .  r  y  .
        .  .  g  .
        .  .  .  p
    """
    assert gained(reef, "play 53", "r a4", "r a4") == 0  # purple around yellow
    assert gained(reef, "play 54", "y a4", "y a4") == 2  # red around green
    assert gained(reef, "play 55", "g a4", "g a4") == 0  # yellow around purple
    assert gained(reef, "play 56", "p a4", "p a4") == 2  # green around red
    assert gained(reef, "play 57", "r a4", "r a4") == 2  # green around purple
    assert gained(reef, "play 58", "y a4", "y a4") == 0  # purple around red
    assert gained(reef, "play 59", "g a4", "g a4") == 2  # red around yellow
    assert gained(reef, "play 60", "p a4", "p a4") == 2  # yellow around green


# R22: scoring is automatic


def test_R22_points_are_scored_when_the_last_piece_is_placed() -> None:
    before = position((". . . .  . y g .  . . . .  . . . .", START), hands=("25 5", ""), points=(3, 3))
    placing = play(before, "play 25", "r a1")
    assert placing.scores() == [3, 3]
    after = play(placing, "r a1")
    assert after.scores() == [6, 3]
    assert after.actor == 1


def test_R22_scoring_nothing_costs_nothing() -> None:
    after = play(position((EMPTY, START), hands=("25", ""), points=(3, 3)), "play 25", "r a1", "r a1")
    assert after.scores() == [3, 3]


def test_R22_only_the_player_of_the_card_scores() -> None:
    after = play(position((EMPTY, START), hands=("1", ""), points=(3, 3)), "play 1", "r a1", "r a1")
    assert board(after, 1) == rows(START)
    assert after.scores() == [3, 3]


def test_R22_the_best_division_is_counted_without_being_asked_for() -> None:
    reef = """
        r  g  r  .
        g  .  .  .
        .  .  .  .
        .  .  .  .
    """
    before = position((reef, START), hands=("23", ""), points=(0, 0))
    placing = play(before, "play 23", "p d4")
    decision = REEF.parse(placing, "p d4")
    after = placing.play(decision)
    score = next(event for event in REEF.events(placing, decision, after, None) if isinstance(event, Score))
    assert (score.seat, score.card, score.times, score.points) == (0, 23, 2, 6)
    assert sorted(map(sorted, score.spaces)) == [["a1", "a2"], ["b1", "c1"]]
